package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What was found when the data of a phase was read back and compared with its stamps.
 *
 * @param bytes read and compared
 * @param blocks checked, good ones included
 * @param lost nothing of this run: the write never arrived
 * @param stale an earlier write of the same place
 * @param misplaced a whole write that belongs elsewhere
 * @param torn sectors of several writes in one block
 * @param corrupt a sector with a wrong checksum
 * @param first the first block that was not good; absent where all were
 */
public record Verification(
    long bytes,
    long blocks,
    long lost,
    long stale,
    long misplaced,
    long torn,
    long corrupt,
    @Nullable BadBlock first) {

  /** Blocks that were not what was written. */
  public long bad() {
    return lost + stale + misplaced + torn + corrupt;
  }

  /**
   * A block that was not what was written.
   *
   * @param found lost, stale, misplaced, torn or corrupt
   * @param expectedGeneration the how manieth write of its stream should have been there, from 1
   * @param foundGeneration of the first sector that differs; 0: none
   * @param foundOffset where that sector belongs
   */
  public record BadBlock(
      String found,
      int stream,
      @JsonProperty("offset_bytes") long offset,
      long expectedGeneration,
      long foundGeneration,
      @JsonProperty("found_offset_bytes") long foundOffset) {}
}
