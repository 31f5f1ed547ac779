package io.osdqualify.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * What the operations of a load are, whatever its size.
 *
 * @param durability of commits; none for plain writes and reads
 * @param random anywhere in the thread's area, else one after the other
 */
public record LoadShape(
    Operation operation, Durability durability, boolean random, int blockBytes) {

  /** What one operation is. */
  public enum Operation {
    WRITE("write"),
    READ("read"),
    /** A write and what makes it durable: one latency for both. */
    COMMIT("commit");

    private final String key;

    Operation(String key) {
      this.key = key;
    }

    /** The word in profiles. */
    public String key() {
      return key;
    }
  }

  /** What profiles usually ask for. */
  static final int USUAL_BLOCK = 4 << 10;

  /** Whether it needs an area that has been written. */
  public boolean reads() {
    return operation == Operation.READ;
  }

  /** Whether it has flushes as calls of their own, which a polled ring can't do. */
  public boolean flushes() {
    return durability != Durability.NONE && durability != Durability.DSYNC;
  }

  /**
   * Tells it from others in the names of phases, as {@code read-sequential-128KiB}; empty for
   * random writes of 4 KiB.
   */
  public String key() {
    List<String> parts = new ArrayList<>();
    switch (operation) {
      case READ -> parts.add(operation.key());
      case COMMIT -> parts.add(durability.key());
      case WRITE -> {}
    }
    if (!random) {
      parts.add("sequential");
    }
    if (blockBytes != USUAL_BLOCK) {
      parts.add(Metrics.block(blockBytes));
    }
    return String.join("-", parts);
  }

  /** As {@code random 4 KiB commits by fdatasync}. */
  public String describe() {
    String size = blockBytes % 1024 == 0 ? blockBytes / 1024 + " KiB" : blockBytes + " B";
    String what =
        operation == Operation.COMMIT ? "commits by " + durability.key() : operation.key() + "s";
    return (random ? "random " : "sequential ") + size + " " + what;
  }
}
