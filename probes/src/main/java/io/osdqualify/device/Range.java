package io.osdqualify.device;

import org.jspecify.annotations.Nullable;

/**
 * The range that a run may touch: from offset 0 on, all of the target or as much as was asked.
 *
 * @param bytes its length
 * @param reduced whether that is less than the target has, by the user's wish
 */
record Range(long bytes, boolean reduced) {

  /** Choice: below it the ring of a stream is so small that drives answer from their cache. */
  static final long MINIMUM = 64L << 20;

  /** Choice: what a reduced range is rounded down to, so that regions of streams come out even. */
  private static final long REDUCED_UNIT = 1L << 20;

  /** All of a target is used down to its last whole block of this size: one commit's. */
  private static final long WHOLE_UNIT = 4096;

  /**
   * The range for a target.
   *
   * @param capacity of the target, in bytes
   * @param wanted by the user, in bytes; null for all
   * @param physicalBlock a reduced range is a multiple of it
   */
  static Range of(long capacity, @Nullable Long wanted, int physicalBlock)
      throws TargetUsageException {
    if (wanted != null && wanted > capacity) {
      throw new TargetUsageException(
          "--size is " + wanted + " B, but the target has only " + capacity + " B");
    }
    if (wanted == null || wanted == capacity) {
      return checked(new Range(capacity - capacity % WHOLE_UNIT, false));
    }
    long unit = Math.max(REDUCED_UNIT, physicalBlock);
    return checked(new Range(wanted - wanted % unit, true));
  }

  private static Range checked(Range range) throws TargetUsageException {
    if (range.bytes < MINIMUM) {
      throw new TargetUsageException(
          "a range of "
              + range.bytes
              + " B is too small to measure: at least "
              + (MINIMUM >> 20)
              + " MiB, or the drive's cache answers for it");
    }
    return range;
  }
}
