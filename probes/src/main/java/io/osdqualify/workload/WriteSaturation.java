package io.osdqualify.workload;

import io.osdqualify.profile.Expression;
import io.osdqualify.profile.WriteSaturationStep;
import java.time.Duration;
import java.util.List;

/**
 * Writes for so long that nothing is fresh any more, in one phase whose seconds tell where the rate
 * fell. It never ends early: a drive may climb for an hour before it is steady.
 */
public record WriteSaturation(WriteSaturationStep step) implements FixedProbe {

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    WholeRange range =
        new WholeRange(step.sequential(), step.blockBytes(), 0, step.inFlight(), step.engine());
    String name = step.probe();
    Duration longest = FixedTime.of(step.longest(), step.phase(), context);
    return List.of(
        new PhasePlan(
            name,
            name,
            range.describe(context),
            range.workload(context, name, Duration.ZERO, longest, volume(context)),
            FixedTime.rule(longest)));
  }

  /** In whole blocks, one at least. */
  private long volume(ProbeContext context) {
    Expression.Result result = step.volume().evaluate(context.scope()).orElseThrow();
    if (result instanceof Expression.Result.Figure figure && figure.value() > 0) {
      long bytes = (long) figure.value();
      return Math.max(step.blockBytes(), bytes - bytes % step.blockBytes());
    }
    throw new IllegalStateException(step.volume().text() + " is no volume");
  }
}
