package io.osdqualify.host;

import io.osdqualify.evidence.DiskCounters;
import org.jspecify.annotations.Nullable;

/**
 * What a device has done: since the machine started, or between two readings.
 *
 * @param writtenBytes of the target itself (a partition's own, not its disk's)
 * @param readBytes of the target itself
 * @param writeMerges writes that the target's queue merged into others
 * @param flushes flush requests at the disks under the target, other users of these disks included;
 *     absent where the kernel does not count them
 */
public record DiskReading(
    long writtenBytes, long readBytes, long writeMerges, @Nullable Long flushes) {

  /** What was done after an earlier reading of the same device. */
  public DiskReading since(DiskReading earlier) {
    Long before = earlier.flushes;
    return new DiskReading(
        writtenBytes - earlier.writtenBytes,
        readBytes - earlier.readBytes,
        writeMerges - earlier.writeMerges,
        flushes == null || before == null ? null : Long.valueOf(flushes - before));
  }

  /** This difference beside what the engine did in the same time. */
  public DiskCounters beside(long engineWrittenBytes, long engineReadBytes, long engineFlushes) {
    return new DiskCounters(
        writtenBytes,
        readBytes,
        engineWrittenBytes,
        engineReadBytes,
        flushes,
        engineFlushes,
        writeMerges);
  }
}
