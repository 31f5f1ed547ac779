package io.osdqualify.run;

import io.osdqualify.workload.PhaseListener;
import io.osdqualify.workload.PhasePlan;
import io.osdqualify.workload.ProbeContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * How far a run has come, in a file of its folder that is mapped into memory: what was noted stays
 * when the process is killed at once, and a second of it is lost at most when the machine goes
 * down. The file is locked as long as the run goes on.
 */
final class Position implements PhaseListener, AutoCloseable {

  static final String FILE = "resume.position";

  private static final int WHOLE_AT = 0;
  private static final int BYTES_AT = Long.BYTES;
  private static final int LENGTH_AT = BYTES_AT + Long.BYTES;
  private static final int NAME_AT = LENGTH_AT + Integer.BYTES;
  private static final int LONGEST_NAME = 400;
  private static final int SIZE = NAME_AT + LONGEST_NAME;
  private static final long SYNC_NS = 1_000_000_000;

  private final FileChannel channel;
  private final MappedByteBuffer map;
  private long syncedAt = System.nanoTime();

  /**
   * What was noted.
   *
   * @param wholePhases phases that ended by their rule
   * @param progress of the phase after them
   */
  record Noted(int wholePhases, ProbeContext.Progress progress) {}

  private Position(FileChannel channel, MappedByteBuffer map) {
    this.channel = channel;
    this.map = map;
  }

  /**
   * Opens the file, or makes it.
   *
   * @throws ResumeException where another process has it open
   */
  static Position open(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(FILE),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE);
    try {
      if (lock(channel) == null) {
        throw new ResumeException(folder + ": another process is running it");
      }
      return new Position(channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** What an earlier process noted; nothing where there is no such file. */
  static Noted read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file) || Files.size(file) < SIZE) {
      return new Noted(0, ProbeContext.Progress.NONE);
    }
    ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
    int length = Math.max(0, Math.min(LONGEST_NAME, all.getInt(LENGTH_AT)));
    String name = new String(all.array(), NAME_AT, length, StandardCharsets.UTF_8);
    return new Noted(
        (int) all.getLong(WHOLE_AT), new ProbeContext.Progress(name, all.getLong(BYTES_AT)));
  }

  @Override
  public void started(PhasePlan plan) {
    byte[] name = plan.name().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(name.length, LONGEST_NAME);
    // In an order in which no moment tells too much of a phase.
    map.putLong(BYTES_AT, 0);
    map.putInt(LENGTH_AT, length);
    map.put(NAME_AT, name, 0, length);
    map.putLong(BYTES_AT, plan.alreadyWritten());
    map.force();
  }

  @Override
  public void progress(PhasePlan plan, Progress progress) {
    // Only a volume can be gone on with in its middle.
  }

  @Override
  public void written(PhasePlan plan, long bytes) {
    map.putLong(BYTES_AT, bytes);
    if (System.nanoTime() - syncedAt >= SYNC_NS) {
      map.force();
      syncedAt = System.nanoTime();
    }
  }

  /** So many phases have ended by their rule, and are stored. */
  void whole(int phases) {
    map.putLong(WHOLE_AT, phases);
    map.force();
  }

  @Override
  public void close() throws IOException {
    map.force();
    channel.close();
  }
}
