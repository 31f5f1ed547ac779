package io.osdqualify.workload;

import io.osdqualify.evidence.Phase;
import java.util.List;
import java.util.Optional;

/** A probe whose phases are known before the run. */
public interface FixedProbe extends Probe {

  /** The phases in their order, with everything that decides what they do. */
  List<PhasePlan> phases(ProbeContext context);

  @Override
  default List<Outline> outline(ProbeContext context) {
    return phases(context).stream().map(Outline::once).toList();
  }

  /** The first that was not measured yet: one that two steps ask for runs once. */
  @Override
  default Optional<PhasePlan> next(ProbeContext context, List<Phase> measured) {
    return phases(context).stream().filter(phase -> !isMeasured(phase, measured)).findFirst();
  }

  private static boolean isMeasured(PhasePlan phase, List<Phase> measured) {
    return measured.stream().anyMatch(done -> done.name().equals(phase.name()));
  }
}
