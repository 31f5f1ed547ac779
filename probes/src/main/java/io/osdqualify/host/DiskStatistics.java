package io.osdqualify.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's statistics of one target. Bytes are the target's own; flushes are read at the disks
 * under it, because partitions have no flush counter and layers that pass requests on (dm, md) need
 * not count theirs.
 */
public final class DiskStatistics {

  private final HostFiles files;
  private final @Nullable String target;
  private final List<String> disks;

  /**
   * @param target the kernel's name of the target, as {@code nvme0n1p2}; null for a file, which has
   *     no statistics of its own
   * @param disks the kernel's names of the disks under it
   */
  public DiskStatistics(HostFiles files, @Nullable String target, List<String> disks) {
    this.files = files;
    this.target = target;
    this.disks = List.copyOf(disks);
  }

  /**
   * What was counted so far; empty where this target has no statistics, or where its queue does not
   * keep them (zram, {@code queue/iostats} 0).
   */
  public Optional<DiskReading> read() {
    if (target == null || !keepsStatistics(target)) {
      return Optional.empty();
    }
    String text = HostFiles.text(files.at("proc", "diskstats"));
    if (text == null) {
      return Optional.empty();
    }
    Map<String, DiskStatisticsLine> lines = DiskStatisticsLine.parse(text);
    DiskStatisticsLine line = lines.get(target);
    if (line == null) {
      return Optional.empty();
    }
    return Optional.of(
        new DiskReading(
            line.writtenSectors() * DiskStatisticsLine.SECTOR_BYTES,
            line.readSectors() * DiskStatisticsLine.SECTOR_BYTES,
            line.writeMerges(),
            flushes(lines)));
  }

  /** All flushes of the disks; absent as soon as one does not count. */
  private @Nullable Long flushes(Map<String, DiskStatisticsLine> lines) {
    long sum = 0;
    for (String disk : disks) {
      DiskStatisticsLine line = lines.get(disk);
      Long flushes = line == null ? null : line.flushes();
      if (flushes == null || !keepsStatistics(disk)) {
        return null;
      }
      sum += flushes;
    }
    return disks.isEmpty() ? null : Long.valueOf(sum);
  }

  private boolean keepsStatistics(String name) {
    Path node = files.at("sys", "class", "block", name.replace('/', '!'));
    Path queue = node.resolve("queue");
    if (!Files.isDirectory(queue)) {
      // A partition has no queue; its disk is the folder that the real one lies in.
      try {
        queue = node.toRealPath().resolveSibling("queue");
      } catch (IOException e) {
        return true;
      }
    }
    return !Boolean.FALSE.equals(HostFiles.flag(queue.resolve("iostats")));
  }
}
