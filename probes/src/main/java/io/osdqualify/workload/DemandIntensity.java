package io.osdqualify.workload;

import io.osdqualify.profile.DemandIntensityStep;
import io.osdqualify.profile.InFlight;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A mix of reads and writes at every number of threads with every depth. */
public record DemandIntensity(DemandIntensityStep step) implements FixedProbe {

  private static final double PERMILLE = 1000;

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    List<PhasePlan> phases = new ArrayList<>();
    if (!step.settle().isZero()) {
      phases.add(settle(context));
    }
    for (int threads : kept(step.threads(), context)) {
      for (int depth : kept(step.depths(), context)) {
        WholeRange range = range(threads, depth);
        // An engine of blocking calls has one in flight: what it can't do is not measured.
        if (range.depth(context) == depth) {
          phases.add(cell(context, threads, depth, range));
        }
      }
    }
    return phases;
  }

  private PhasePlan settle(ProbeContext context) {
    WholeRange range = range(Collections.max(step.threads()), Collections.max(step.depths()));
    Duration time = FixedTime.of(step.settle(), step.phase(), context);
    return FixedTime.plan(
        step.probe(),
        step.probe() + ".settle",
        range.describe(context),
        range,
        context,
        time,
        Duration.ZERO);
  }

  private PhasePlan cell(ProbeContext context, int threads, int depth, WholeRange range) {
    PhaseRule rule = context.quick() ? CommitPhase.quick(step.phase()) : step.phase();
    String name = DemandIntensityStep.cell(threads, depth);
    return new PhasePlan(
        step.probe(),
        name,
        range.describe(context),
        range.workload(context, name, rule.ramp(), rule.max(), 0),
        rule);
  }

  private WholeRange range(int threads, int depth) {
    return new WholeRange(
        false,
        step.blockBytes(),
        (int) Math.round(step.readShare() * PERMILLE),
        new InFlight(threads, depth),
        step.engine());
  }

  /** {@code --quick} keeps the ends. */
  private static List<Integer> kept(List<Integer> steps, ProbeContext context) {
    return context.quick()
        ? Stream.of(steps.get(0), steps.get(steps.size() - 1)).distinct().toList()
        : steps;
  }
}
