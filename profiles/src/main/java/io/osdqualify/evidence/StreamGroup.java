package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Streams of a phase that do the same, each in a region of its own.
 *
 * @param name as {@code wal}
 * @param streams how many
 * @param pattern sequential or random
 * @param blocks block sizes with their weights
 * @param readShare reads among the operations, 0 to 1
 * @param durability of the writes: none, dsync, fdatasync, fsync, buffered, fsync-behind or chain;
 *     absent where nothing is written
 * @param steps of a chain; absent for everything else
 * @param flushEvery writes that one flush covers
 * @param arrival closed (always {@code depth} in flight), fixed or poisson (open loop)
 * @param rate open loop: operations per second of each stream
 * @param depth operations in flight of each stream, at most
 * @param regionBytes length of each stream's region
 * @param journalBytes length of each stream's journal; absent where it has none
 * @param dataShare incompressible share of each block, 0 to 1
 * @param verify off, stamp or check
 * @param offsets where each stream's region begins, in the order of the streams
 * @param seeds of offsets, sizes, arrivals and data, in the order of the streams
 */
public record StreamGroup(
    String name,
    int streams,
    String pattern,
    List<Block> blocks,
    double readShare,
    @Nullable String durability,
    @Nullable List<Step> steps,
    int flushEvery,
    String arrival,
    @JsonProperty("rate_per_s") @Nullable Double rate,
    int depth,
    @JsonProperty("region_bytes") long regionBytes,
    @JsonProperty("journal_bytes") @Nullable Long journalBytes,
    double dataShare,
    String verify,
    @JsonProperty("offsets_bytes") List<Long> offsets,
    List<Long> seeds) {

  public StreamGroup {
    blocks = List.copyOf(blocks);
    steps = steps == null ? null : List.copyOf(steps);
    offsets = List.copyOf(offsets);
    seeds = List.copyOf(seeds);
  }

  /** One size of a mix; its share is its weight over the sum of all weights. */
  public record Block(@JsonProperty("block_bytes") int blockBytes, int weight) {}

  /**
   * One step of a chain.
   *
   * @param step write, fdatasync or fsync
   * @param blockBytes of a write with a size of its own; absent where it is of the mix
   * @param dsync whether the write carries O_DSYNC; absent for a flush
   * @param journal whether the write goes to the journal; absent for a flush
   */
  public record Step(
      String step,
      @JsonProperty("block_bytes") @Nullable Integer blockBytes,
      @Nullable Boolean dsync,
      @Nullable Boolean journal) {}
}
