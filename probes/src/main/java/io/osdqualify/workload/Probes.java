package io.osdqualify.workload;

import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.Profile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From a profile's plan to phases. */
public final class Probes {

  private Probes() {}

  /**
   * The phases of a whole plan in its order. A phase that two steps ask for, such as one stream
   * with fdatasync, runs once.
   */
  public static List<PhasePlan> phases(Profile profile, ProbeContext context) {
    Map<String, PhasePlan> phases = new LinkedHashMap<>();
    for (PlanStep step : profile.plan()) {
      if (!(context.quick() && step.skippedByQuick())) {
        of(step).phases(context).forEach(phase -> phases.putIfAbsent(phase.name(), phase));
      }
    }
    return List.copyOf(phases.values());
  }

  private static Probe of(PlanStep step) {
    if (step instanceof PlanStep.Precondition precondition) {
      return Precondition.of(precondition);
    }
    if (step instanceof PlanStep.CommitWrite commitWrite) {
      return new CommitWrite(commitWrite);
    }
    if (step instanceof PlanStep.Scaling scaling) {
      return new Scaling(scaling);
    }
    throw new IllegalStateException("no probe for step " + step.probe());
  }
}
