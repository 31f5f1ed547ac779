package io.osdqualify.profile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One stream, queue depth 1, sequential in a ring: each durability with each block size.
 *
 * @param ringBytes ring of the stream; the range where that is smaller
 */
public record CommitWriteStep(
    List<Durability> durabilities, List<Integer> blockBytes, long ringBytes, Conduct conduct)
    implements PlanStep {

  static final String PROBE = "commit-write";

  static final StepBinder BINDER =
      new StepBinder(List.of("durability", "block", "ring", "phase"), CommitWriteStep::bind);

  private static final List<Durability> USUAL_DURABILITIES =
      List.of(Durability.NONE, Durability.FDATASYNC, Durability.DSYNC);

  public CommitWriteStep {
    durabilities = List.copyOf(durabilities);
    blockBytes = List.copyOf(blockBytes);
  }

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    for (Durability durability : durabilities) {
      for (int block : blockBytes) {
        metrics.addAll(Metrics.ofCommits(Metrics.commitPhase(durability, block, "1")));
      }
    }
    if (blockBytes.contains(StepReader.COMMIT_BLOCK)
        && durabilities.contains(Durability.FDATASYNC)) {
      metrics.add(Metrics.FLUSH_P50);
      metrics.add(Metrics.PLP_FINDING);
      if (durabilities.contains(Durability.NONE)) {
        metrics.add(Metrics.FLUSH_RATIO);
      }
    }
    return metrics;
  }

  private static Optional<CommitWriteStep> bind(Fields fields, Conduct conduct, StepReader reader) {
    List<Durability> durabilities =
        fields
            .get("durability")
            .flatMap(node -> reader.distinct(node, reader.values().list(node, reader::durability)))
            .orElse(USUAL_DURABILITIES);
    List<Integer> blocks =
        fields
            .get("block")
            .flatMap(node -> reader.distinct(node, reader.values().list(node, reader::block)))
            .orElse(List.of(StepReader.COMMIT_BLOCK));
    return Optional.of(new CommitWriteStep(durabilities, blocks, reader.ring(fields), conduct));
  }
}
