package io.osdqualify.profile;

import java.util.List;

/** One step of a profile's plan: a probe with its parameters. */
public sealed interface PlanStep {

  /** The probe's name in profiles and results, as {@code commit-write}. */
  String probe();

  /** When the phases of this step end. */
  PhaseRule phase();

  /** Whether {@code --quick} leaves the step out. */
  boolean skippedByQuick();

  /** The way to the device that its phases take. */
  IoEngine engine();

  /**
   * Writes the range sequentially, so that what follows is measured on a written device.
   *
   * @param fill bytes to write; may name {@code capacity}, the length of the range
   */
  record Precondition(
      Expression fill, int blockBytes, PhaseRule phase, boolean skippedByQuick, IoEngine engine)
      implements PlanStep {
    @Override
    public String probe() {
      return "precondition";
    }
  }

  /**
   * One stream, queue depth 1, sequential in a ring: each durability with each block size.
   *
   * @param ringBytes ring of the stream; the range where that is smaller
   */
  record CommitWrite(
      List<Durability> durabilities,
      List<Integer> blockBytes,
      long ringBytes,
      PhaseRule phase,
      boolean skippedByQuick,
      IoEngine engine)
      implements PlanStep {
    public CommitWrite {
      durabilities = List.copyOf(durabilities);
      blockBytes = List.copyOf(blockBytes);
    }

    @Override
    public String probe() {
      return "commit-write";
    }
  }

  /**
   * The same with more and more streams, each in a ring of its own.
   *
   * @param streams numbers of streams; each may name {@code osds}
   */
  record Scaling(
      Durability durability,
      int blockBytes,
      long ringBytes,
      List<Expression> streams,
      PhaseRule phase,
      boolean skippedByQuick,
      IoEngine engine)
      implements PlanStep {
    public Scaling {
      streams = List.copyOf(streams);
    }

    @Override
    public String probe() {
      return "scaling";
    }
  }
}
