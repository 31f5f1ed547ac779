package io.osdqualify.workload;

import io.osdqualify.profile.IdleRecoveryStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Random writes until the drive is steady, a baseline, then groups of pauses of one length with a
 * burst of writes after each, and a baseline after each group.
 */
public record IdleRecovery(IdleRecoveryStep step) implements FixedProbe {

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    List<PhasePlan> phases = new ArrayList<>();
    if (!step.settle().isZero()) {
      phases.add(plan(context, step.probe() + ".settle", step.settle(), Duration.ZERO));
    }
    phases.add(baseline(context, 0));
    List<Duration> idles = idles(context);
    for (int group = 0; group < idles.size(); group++) {
      for (int round = 1; round <= rounds(context); round++) {
        phases.add(burst(context, idles.get(group), round));
      }
      phases.add(baseline(context, group + 1));
    }
    return phases;
  }

  /** A line for each group, not for each of its bursts. */
  @Override
  public List<Outline> outline(ProbeContext context) {
    List<Outline> outlines = new ArrayList<>();
    if (!step.settle().isZero()) {
      outlines.add(
          Outline.once(plan(context, step.probe() + ".settle", step.settle(), Duration.ZERO)));
    }
    List<Duration> idles = idles(context);
    PhasePlan baseline = baseline(context, 0);
    int baselines = idles.size() + 1;
    outlines.add(
        new Outline(IdleRecoveryStep.BASELINE, baseline.what(), baseline, baselines, baselines));
    for (Duration idle : idles) {
      PhasePlan burst = burst(context, idle, 1);
      String what = idle.toSeconds() + " s idle, then " + burst.what();
      int rounds = rounds(context);
      outlines.add(new Outline(IdleRecoveryStep.group(idle), what, burst, rounds, rounds));
    }
    return outlines;
  }

  private PhasePlan baseline(ProbeContext context, int number) {
    return plan(
        context, numbered(IdleRecoveryStep.BASELINE, number), step.baseline(), Duration.ZERO);
  }

  private PhasePlan burst(ProbeContext context, Duration idle, int round) {
    return plan(context, numbered(IdleRecoveryStep.group(idle), round), step.burst(), idle);
  }

  private static String numbered(String name, int number) {
    return String.format(Locale.ROOT, "%s.%02d", name, number);
  }

  private PhasePlan plan(ProbeContext context, String name, Duration time, Duration idle) {
    WholeRange range = WholeRange.randomWrites(step.blockBytes(), step.inFlight(), step.engine());
    Duration length = FixedTime.of(time, step.phase(), context);
    return FixedTime.plan(
        step.probe(), name, range.describe(context), range, context, length, idle);
  }

  /** {@code --quick} leaves the long ones out: a shorter pause would be another one. */
  private List<Duration> idles(ProbeContext context) {
    Duration longest = context.quick() ? step.phase().quick() : Duration.ofSeconds(Long.MAX_VALUE);
    return step.idles().stream().filter(idle -> idle.compareTo(longest) <= 0).toList();
  }

  private int rounds(ProbeContext context) {
    return context.quick() ? 1 : step.rounds();
  }
}
