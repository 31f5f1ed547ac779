package io.osdqualify.profile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Commits with more and more streams, each in a ring of its own.
 *
 * @param streams numbers of streams; each may name {@code osds}
 */
public record ScalingStep(
    Durability durability,
    int blockBytes,
    long ringBytes,
    List<Expression> streams,
    Conduct conduct)
    implements PlanStep {

  static final String PROBE = "scaling";

  static final StepBinder BINDER =
      new StepBinder(List.of("durability", "block", "ring", "streams", "phase"), ScalingStep::bind);

  public ScalingStep {
    streams = List.copyOf(streams);
  }

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    metrics.add(Metrics.SCALING_SHAPE);
    for (Expression expression : streams) {
      number(expression)
          .map(n -> Metrics.commitPhase(durability, blockBytes, n))
          .ifPresent(phase -> metrics.addAll(Metrics.ofCommits(phase)));
    }
    return metrics;
  }

  /** A number, or {@code osds}; empty where only the run can tell. */
  static Optional<String> number(Expression streams) {
    if (streams.text().strip().equals("osds")) {
      return Optional.of("osds");
    }
    return streams.names().isEmpty()
            && streams.evaluate(new Expression.Scope(Map.of())).orElse(null)
                instanceof Expression.Result.Figure figure
        ? Optional.of(Long.toString(Math.round(figure.value())))
        : Optional.empty();
  }

  private static Optional<ScalingStep> bind(Fields fields, Conduct conduct, StepReader reader) {
    Durability durability =
        fields.get("durability").flatMap(reader::durability).orElse(Durability.FDATASYNC);
    int block = reader.block(fields, StepReader.COMMIT_BLOCK);
    long ring = reader.ring(fields);
    return fields
        .required("streams")
        .flatMap(node -> reader.values().list(node, reader::streams))
        .map(streams -> new ScalingStep(durability, block, ring, streams, conduct));
  }
}
