package io.osdqualify.engine;

import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.profile.Durability;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One stream of a phase: a thread with a region of its own.
 *
 * @param name the group that it belongs to, as {@code wal}: streams of one group do the same
 * @param blocks its block sizes, at most 16
 * @param readPermille reads of 1000 operations, 0 … 1000
 * @param depth operations in flight, at most
 * @param region a multiple of each block
 * @param journal ring of a chain's journal steps; {@link Region#NONE} where there are none
 * @param dataPermille incompressible share of each block, 1 … 1000
 * @param seed of offsets, sizes, arrivals and data
 */
public record Stream(
    String name,
    Pattern pattern,
    List<Block> blocks,
    int readPermille,
    Writes writes,
    Arrival arrival,
    int depth,
    Region region,
    Region journal,
    int dataPermille,
    Verify verify,
    long seed) {

  /** OQ_MAX_MIX. */
  static final int MOST_BLOCKS = 16;

  private static final int ALL = 1000;

  public Stream {
    blocks = List.copyOf(blocks);
    require(!name.isBlank(), "a stream has a name");
    require(!blocks.isEmpty() && blocks.size() <= MOST_BLOCKS, "a mix has 1 to 16 block sizes");
    require(readPermille >= 0 && readPermille <= ALL, "a read share is 0 to 1000 ‰");
    require(dataPermille >= 1 && dataPermille <= ALL, "a data share is 1 to 1000 ‰");
    require(depth >= 1, "the depth is 1 at least, not " + depth);
    for (Block block : blocks) {
      requireFit(region, block.bytes());
    }
    if (writes instanceof Writes.Chain chain && readPermille < ALL) {
      for (Writes.Step step : chain.steps()) {
        if (step instanceof Writes.Step.Write write) {
          requireFit(write, region, journal, blocks);
        }
      }
    }
  }

  private static void requireFit(
      Writes.Step.Write write, Region region, Region journal, List<Block> blocks) {
    Region place = write.journal() ? journal : region;
    if (write.blockBytes() > 0) {
      requireFit(place, write.blockBytes());
    } else {
      blocks.forEach(block -> requireFit(place, block.bytes()));
    }
  }

  private static void requireFit(Region region, int blockBytes) {
    require(
        region.fits(blockBytes),
        "region "
            + region.offset()
            + "+"
            + region.length()
            + " does not fit blocks of "
            + blockBytes
            + " B");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** A stream that goes round in its region. */
  public static Builder sequential(String name, Region region) {
    return new Builder(name, Pattern.SEQUENTIAL, region);
  }

  /** A stream that goes anywhere in its region. */
  public static Builder random(String name, Region region) {
    return new Builder(name, Pattern.RANDOM, region);
  }

  public boolean reads() {
    return readPermille > 0;
  }

  public boolean isWriting() {
    return readPermille < ALL;
  }

  /** The kinds of latency that it has. */
  public Set<LatencyKind> kinds() {
    Set<LatencyKind> kinds = EnumSet.noneOf(LatencyKind.class);
    if (isWriting()) {
      kinds.add(LatencyKind.WRITE);
      if (writes.commits()) {
        kinds.add(LatencyKind.COMMIT);
      }
      if (writes.flushes()) {
        kinds.add(LatencyKind.FLUSH);
      }
    }
    if (reads()) {
      kinds.add(LatencyKind.READ);
    }
    if (arrival.isOpen()) {
      kinds.add(LatencyKind.RESPONSE);
    }
    return kinds;
  }

  /** The kind that an operation that writes counts under. */
  public LatencyKind writingKind() {
    return writes.commits() ? LatencyKind.COMMIT : LatencyKind.WRITE;
  }

  /** Bytes of a read, on average. */
  public double readBytes() {
    double weights = blocks.stream().mapToDouble(Block::weight).sum();
    return blocks.stream().mapToDouble(b -> (double) b.bytes() * b.weight()).sum() / weights;
  }

  /** Bytes of an operation that writes, with all its writes, on average. */
  public double commitBytes() {
    if (writes instanceof Writes.Chain chain) {
      return chain.steps().stream()
          .filter(Writes.Step.Write.class::isInstance)
          .map(Writes.Step.Write.class::cast)
          .mapToDouble(write -> write.blockBytes() > 0 ? write.blockBytes() : readBytes())
          .sum();
    }
    return readBytes() * (writes.commits() ? writes.flushEvery() : 1);
  }

  /** The same but for its place and its seed: another of its group. */
  boolean isLike(Stream other) {
    return name.equals(other.name)
        && pattern == other.pattern
        && blocks.equals(other.blocks)
        && readPermille == other.readPermille
        && writes.equals(other.writes)
        && arrival.equals(other.arrival)
        && depth == other.depth
        && region.length() == other.region.length()
        && journal.length() == other.journal.length()
        && dataPermille == other.dataPermille
        && verify == other.verify;
  }

  /** Says what a stream is, where it is not the usual one: 4 KiB, depth 1, closed loop. */
  public static final class Builder {

    private static final int USUAL_BLOCK = 4096;

    private final String name;
    private final Pattern pattern;
    private final Region region;
    private List<Block> blocks = List.of(new Block(USUAL_BLOCK, 1));
    private int readPermille = 0;
    private Writes writes = new Writes.Plain(Durability.NONE, 1);
    private Arrival arrival = Arrival.closed();
    private int depth = 1;
    private Region journal = Region.NONE;
    private int dataPermille = ALL;
    private Verify verify = Verify.OFF;
    private long seed = 1;

    private Builder(String name, Pattern pattern, Region region) {
      this.name = name;
      this.pattern = pattern;
      this.region = region;
    }

    /** One block size. */
    public Builder block(int bytes) {
      return blocks(new Block(bytes, 1));
    }

    /** A mix of block sizes. */
    public Builder blocks(Block... mix) {
      blocks = List.of(mix);
      return this;
    }

    /** Reads of 1000 operations. */
    public Builder reads(int permille) {
      readPermille = permille;
      return this;
    }

    /** Each write is made durable so. */
    public Builder durability(Durability durability) {
      return durability(durability, 1);
    }

    /** A flush after so many writes. */
    public Builder durability(Durability durability, int flushEvery) {
      writes = new Writes.Plain(durability, flushEvery);
      return this;
    }

    /** Each write is an operation, and behind so many of them comes an fsync. */
    public Builder fsyncBehind(int flushEvery) {
      writes = new Writes.Behind(flushEvery);
      return this;
    }

    /** A commit is these steps. */
    public Builder chain(Writes.Step... steps) {
      writes = Writes.chain(steps);
      return this;
    }

    public Builder arrival(Arrival when) {
      arrival = when;
      return this;
    }

    /** Operations in flight at most. */
    public Builder depth(int operations) {
      depth = operations;
      return this;
    }

    /** Ring of the journal steps of a chain. */
    public Builder journal(Region ring) {
      journal = ring;
      return this;
    }

    /** Incompressible share of each block. */
    public Builder data(int permille) {
      dataPermille = permille;
      return this;
    }

    public Builder verify(Verify what) {
      verify = what;
      return this;
    }

    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /**
     * The stream.
     *
     * @throws IllegalArgumentException where its parts do not fit each other
     */
    public Stream build() {
      return new Stream(
          name,
          pattern,
          blocks,
          readPermille,
          writes,
          arrival,
          depth,
          region,
          journal,
          dataPermille,
          verify,
          seed);
    }
  }
}
