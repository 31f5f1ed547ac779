package io.osdqualify.workload;

import io.osdqualify.profile.Expression;
import io.osdqualify.profile.ScalingStep;
import java.util.List;

/**
 * The same commits with more and more streams: what N OSDs get from the device together. Jobs with
 * depth 1, never one job with depth N: an OSD commits serially.
 */
public record Scaling(ScalingStep step) implements FixedProbe {

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    return step.streams().stream()
        .map(expression -> count(expression, context))
        .distinct()
        .sorted()
        .map(
            n ->
                new CommitPhase(
                    step.durability(),
                    step.blockBytes(),
                    n,
                    step.ringBytes(),
                    step.engine(),
                    false))
        .map(phase -> phase.plan(step.probe(), context, step.phase()))
        .toList();
  }

  static int count(Expression expression, ProbeContext context) {
    Expression.Result result = expression.evaluate(context.scope()).orElseThrow();
    if (result instanceof Expression.Result.Figure figure && figure.value() >= 1) {
      return (int) figure.value();
    }
    throw new IllegalStateException(expression.text() + " is no number of streams");
  }
}
