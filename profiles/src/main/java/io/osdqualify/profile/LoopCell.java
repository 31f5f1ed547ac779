package io.osdqualify.profile;

/**
 * One load of a loop.
 *
 * @param key tells cells of a loop apart, as {@code r65-4KiB} for 65 % reads of 4 KiB; empty for
 *     the only one
 * @param readPercent share of reads
 */
public record LoopCell(
    String key, boolean sequential, int readPercent, int blockBytes, InFlight inFlight) {

  /** With the key of its reads and size. */
  static LoopCell of(boolean sequential, int readPercent, int blockBytes, InFlight inFlight) {
    String key = "r" + readPercent + "-" + Metrics.block(blockBytes);
    return new LoopCell(key, sequential, readPercent, blockBytes, inFlight);
  }
}
