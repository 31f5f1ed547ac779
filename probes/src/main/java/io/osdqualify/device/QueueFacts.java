package io.osdqualify.device;

import io.osdqualify.host.HostFiles;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel's request queue of a device says.
 *
 * @param logicalBlock the smallest I/O, in bytes
 * @param physicalBlock what the device says it works with, in bytes
 * @param scheduler the active one
 * @param writeCache {@code write back} or {@code write through}: whether flushes are sent at all
 * @param discard whether the kernel passes discards on
 */
record QueueFacts(
    int logicalBlock,
    int physicalBlock,
    @Nullable Boolean rotational,
    @Nullable String scheduler,
    @Nullable String writeCache,
    @Nullable Boolean fua,
    @Nullable Boolean discard) {

  /** Where nothing is told: an I/O of 4 KiB is right for nearly all devices. */
  static final QueueFacts UNKNOWN = new QueueFacts(4096, 4096, null, null, null, null, null);

  private static final Pattern ACTIVE = Pattern.compile("\\[([^\\]]+)\\]");

  static QueueFacts read(Path queue) {
    int logical = block(queue.resolve("logical_block_size"), UNKNOWN.logicalBlock);
    return new QueueFacts(
        logical,
        block(queue.resolve("physical_block_size"), logical),
        HostFiles.flag(queue.resolve("rotational")),
        scheduler(HostFiles.line(queue.resolve("scheduler"))),
        HostFiles.line(queue.resolve("write_cache")),
        HostFiles.flag(queue.resolve("fua")),
        HostFiles.flag(queue.resolve("discard_max_bytes")));
  }

  /** The one in brackets; older kernels write a lone "none" without. */
  static @Nullable String scheduler(@Nullable String line) {
    if (line == null) {
      return null;
    }
    Matcher active = ACTIVE.matcher(line);
    return active.find() ? active.group(1) : line;
  }

  private static int block(Path file, int otherwise) {
    Long bytes = HostFiles.number(file);
    boolean sensible =
        bytes != null && bytes >= 512 && bytes <= (1 << 30) && Long.bitCount(bytes) == 1;
    return sensible && bytes != null ? bytes.intValue() : otherwise;
  }
}
