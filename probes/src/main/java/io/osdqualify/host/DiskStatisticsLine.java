package io.osdqualify.host;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One line of /proc/diskstats: {@code major minor name} and the counters of
 * Documentation/admin-guide/iostats.rst, numbered from 1 after the name.
 *
 * @param readSectors field 3, in sectors of 512 B whatever the device's block is
 * @param writeMerges field 6
 * @param writtenSectors field 7
 * @param flushes field 16, flush requests completed; the kernel counts them from 5.5 on, for whole
 *     disks only (a partition's is always 0)
 */
record DiskStatisticsLine(
    DeviceNumber number,
    String name,
    long readSectors,
    long writeMerges,
    long writtenSectors,
    @Nullable Long flushes) {

  /** The unit of the sector counters, for every device: SECTOR_SIZE of linux/blk_types.h. */
  static final int SECTOR_BYTES = 512;

  /** major, minor, name and the 11 counters that every kernel since 2.6.25 has. */
  private static final int COLUMNS = 14;

  /** Kernels from 4.18 on add four for discards: 18 columns; 5.5 two for flushes: 20. */
  private static final int COLUMNS_WITH_FLUSH = 20;

  /** All lines by device name; lines that are none are left out. */
  static Map<String, DiskStatisticsLine> parse(String text) {
    Map<String, DiskStatisticsLine> lines = new TreeMap<>();
    text.lines().forEach(line -> parseLine(line).ifPresent(one -> lines.put(one.name(), one)));
    return lines;
  }

  private static Optional<DiskStatisticsLine> parseLine(String line) {
    String[] columns = line.strip().split("\\s+", -1);
    if (columns.length < COLUMNS) {
      return Optional.empty();
    }
    DeviceNumber number = DeviceNumber.parse(columns[0] + ":" + columns[1]);
    if (number == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new DiskStatisticsLine(
              number,
              columns[2],
              count(columns[5]),
              count(columns[8]),
              count(columns[9]),
              columns.length < COLUMNS_WITH_FLUSH ? null : Long.valueOf(count(columns[18]))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long count(String text) {
    return Long.parseUnsignedLong(text);
  }
}
