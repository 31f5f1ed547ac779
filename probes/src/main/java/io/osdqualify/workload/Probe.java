package io.osdqualify.workload;

import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import java.util.List;
import java.util.Optional;

/**
 * One probe of a qualification: turns its step of the profile into phases, one after the other.
 *
 * <p>It remembers nothing: what comes next follows from what has been measured, so that a run that
 * was cut short goes on from its stored phases as if nothing had happened.
 */
public interface Probe {

  /** What it will do, in its order, said before the run. */
  List<Outline> outline(ProbeContext context);

  /** What this host or target can't do of what it would measure, with the reason. */
  default List<Missing> leftOut(ProbeContext context) {
    return List.of();
  }

  /**
   * The same, of a probe that does less where others have done something before it.
   *
   * @param before what the probes before it will do
   */
  default List<Outline> outline(ProbeContext context, List<Outline> before) {
    return outline(context);
  }

  /**
   * The next phase.
   *
   * @param measured all phases of the run so far, those of other probes too, in their order
   * @return empty where the probe has ended
   */
  Optional<PhasePlan> next(ProbeContext context, List<Phase> measured);
}
