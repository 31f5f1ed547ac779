package io.osdqualify.workload;

import io.osdqualify.engine.Region;

/** Where the streams of a phase have their rings. */
final class Ring {

  /**
   * Regions start at multiples of this, so that streams share no erase or stripe unit needlessly.
   */
  private static final long ALIGNMENT = 1L << 20;

  private Ring() {}

  /**
   * The ring of stream {@code index} of {@code streams}: min(ring, range / streams), each at the
   * start of its own share of the range.
   *
   * @throws IllegalArgumentException where the range has no room for a block a stream
   */
  static Region of(ProbeContext context, int index, int streams, int blockBytes, long ringBytes) {
    long share = context.rangeLength() / streams;
    long unit = Math.max(share >= ALIGNMENT ? ALIGNMENT : 0, blockBytes);
    share -= share % unit;
    long length = Math.min(ringBytes, share);
    // Whole units where there is one: buffered writes need whole pages.
    length -= length % (unit % blockBytes == 0 && length >= unit ? unit : blockBytes);
    if (length < blockBytes) {
      throw new IllegalArgumentException(
          "a range of " + context.rangeLength() + " B has no room for " + streams + " streams");
    }
    return new Region(context.rangeOffset() + index * share, length);
  }
}
