package io.osdqualify.engine;

import io.osdqualify.profile.Durability;
import java.util.Arrays;
import java.util.List;

/** What makes a stream's writes durable. */
public sealed interface Writes {

  /** OQ_MAX_FLUSH_EVERY. */
  int MOST_BEFORE_A_FLUSH = 65536;

  /** OQ_MAX_STEPS. */
  int MOST_STEPS = 8;

  /**
   * Each write alike.
   *
   * @param flushEvery writes that one flush covers; 1 where nothing is flushed
   */
  record Plain(Durability durability, int flushEvery) implements Writes {
    public Plain {
      checkFlushEvery(flushEvery);
    }
  }

  /**
   * Each write is an operation of its own, and every {@code flushEvery}th one has an fsync after
   * it, which belongs to none: a stream that makes a file durable now and then, as a compaction.
   */
  record Behind(int flushEvery) implements Writes {
    public Behind {
      checkFlushEvery(flushEvery);
    }
  }

  /** Steps, one after the other; together they are one commit. */
  record Chain(List<Step> steps) implements Writes {
    public Chain {
      steps = List.copyOf(steps);
      if (steps.isEmpty() || steps.size() > MOST_STEPS) {
        throw new IllegalArgumentException("a chain has 1 to " + MOST_STEPS + " steps");
      }
      if (steps.stream().noneMatch(Step.Write.class::isInstance)) {
        throw new IllegalArgumentException("a chain writes something");
      }
    }
  }

  /** One step of a chain. */
  sealed interface Step {

    /**
     * A write.
     *
     * @param blockBytes 0: of the stream's mix
     * @param dsync whether it carries O_DSYNC: FUA where the drive has it
     * @param journal whether it goes to the stream's journal and not to its region
     */
    record Write(int blockBytes, boolean dsync, boolean journal) implements Step {
      public Write {
        if (blockBytes != 0 && !Block.isSize(blockBytes)) {
          throw new IllegalArgumentException(blockBytes + " B is no block");
        }
      }

      /** With O_DSYNC. */
      public Write durable() {
        return new Write(blockBytes, true, journal);
      }

      /** Into the journal. */
      public Write toJournal() {
        return new Write(blockBytes, dsync, true);
      }
    }

    /** fdatasync. */
    record DataSync() implements Step {}

    /** fsync. */
    record Sync() implements Step {}

    /** A write of this size into the region. */
    static Write write(int blockBytes) {
      return new Write(blockBytes, false, false);
    }

    /** fdatasync. */
    static Step fdatasync() {
      return new DataSync();
    }

    /** fsync. */
    static Step fsync() {
      return new Sync();
    }
  }

  /** A chain of these steps. */
  static Chain chain(Step... steps) {
    return new Chain(Arrays.asList(steps));
  }

  private static void checkFlushEvery(int writes) {
    if (writes < 1 || writes > MOST_BEFORE_A_FLUSH) {
      throw new IllegalArgumentException(
          "a flush covers 1 to " + MOST_BEFORE_A_FLUSH + " writes, not " + writes);
    }
  }

  /** Writes that one flush covers; 1 where nothing is flushed, or a chain says where. */
  default int flushEvery() {
    return 1;
  }

  /** Whether an operation is a commit and not a mere write. */
  default boolean commits() {
    return this instanceof Chain
        || (this instanceof Plain plain && plain.durability() != Durability.NONE);
  }

  /** Whether there are flushes as calls of their own. */
  default boolean flushes() {
    if (this instanceof Chain chain) {
      return !chain.steps().stream().allMatch(Step.Write.class::isInstance);
    }
    return !(this instanceof Plain plain)
        || switch (plain.durability()) {
          case NONE, DSYNC -> false;
          case FDATASYNC, FSYNC, BUFFERED -> true;
        };
  }

  /** The word in results: a durability, {@code fsync-behind} or {@code chain}. */
  default String key() {
    if (this instanceof Plain plain) {
      return plain.durability().key();
    }
    return this instanceof Behind ? "fsync-behind" : "chain";
  }
}
