package io.osdqualify.device;

import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Settings of drives that a run has changed and not yet put back, each a file of a folder: noted
 * before the change, deleted after it was undone. What a killed process left is undone at the next
 * start, also after a reboot: a drive may keep its setting.
 *
 * @param folder where the notes are; made when the first one is
 */
public record SettingsJournal(HostFiles files, Path folder) {

  private static final String SUFFIX = ".properties";

  /**
   * A changed setting.
   *
   * @param serial of the drive: names change at a reboot
   * @param was value to be put back
   * @param set value that it was given
   */
  record Note(String serial, String was, String set) {}

  /** Notes a change, on stable storage when this returns. */
  void note(Note note) throws IOException {
    Files.createDirectories(folder);
    Properties all = new Properties();
    all.setProperty("serial", note.serial());
    all.setProperty("was", note.was());
    all.setProperty("set", note.set());
    all.setProperty("pid", Long.toString(ProcessHandle.current().pid()));
    all.setProperty("started", started(ProcessHandle.current()));
    StringWriter text = new StringWriter();
    all.store(text, "a write cache that osd-qualify has to switch back");
    Path file = file(note.serial());
    Path temporary = folder.resolve("." + file.getFileName());
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /** The change is undone. */
  void done(String serial) throws IOException {
    Files.deleteIfExists(file(serial));
  }

  private Path file(String serial) {
    return folder.resolve(serial.replaceAll("[^A-Za-z0-9._-]+", "-") + SUFFIX);
  }

  /**
   * Undoes what processes that are gone have left.
   *
   * @return a line for each, for the user
   */
  public List<String> restore() {
    List<String> lines = new ArrayList<>();
    for (String name : HostFiles.names(folder)) {
      if (name.endsWith(SUFFIX) && !name.startsWith(".")) {
        restore(folder.resolve(name)).ifPresent(lines::add);
      }
    }
    return lines;
  }

  private Optional<String> restore(Path file) {
    Properties all = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      all.load(in);
      if (isRunning(all)) {
        return Optional.empty();
      }
      return Optional.of(restore(file, all));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of(
          file + ": a write cache may have to be switched back by hand: " + e.getMessage());
    }
  }

  private String restore(Path file, Properties all) throws IOException {
    String serial = all.getProperty("serial", "");
    String was = all.getProperty("was", "");
    CacheSetting setting = new CacheSetting(files);
    Optional<String> disk = setting.diskOf(serial);
    if (disk.isEmpty()) {
      return "the drive %s is not here: its write cache has to be set to \"%s\" again (%s)"
          .formatted(serial, was, file);
    }
    boolean changed =
        setting.value(disk.get()).filter(all.getProperty("set", "")::equals).isPresent();
    if (changed) {
      setting.write(disk.get(), was);
    }
    Files.deleteIfExists(file);
    return changed
        ? "the write cache of %s (%s) is \"%s\" again, as before an earlier run that was cut short"
            .formatted(disk.get(), serial, was)
        : "the write cache of %s (%s) was changed by others since: left as it is"
            .formatted(disk.get(), serial);
  }

  private static boolean isRunning(Properties all) {
    long pid = Long.parseLong(all.getProperty("pid", "0"));
    return ProcessHandle.of(pid)
        .filter(process -> started(process).equals(all.getProperty("started")))
        .isPresent();
  }

  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }
}
