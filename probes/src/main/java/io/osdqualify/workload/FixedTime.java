package io.osdqualify.workload;

import io.osdqualify.profile.PhaseRule;
import java.time.Duration;

/** Phases that take a set time, whatever they measure: counting starts with the first operation. */
final class FixedTime {

  private FixedTime() {}

  /** The time, cut to the quick one by {@code --quick}. */
  static Duration of(Duration time, PhaseRule usual, ProbeContext context) {
    boolean cut = context.quick() && time.compareTo(usual.quick()) > 0;
    return cut ? usual.quick() : time;
  }

  static PhaseRule rule(Duration time) {
    return new PhaseRule(Duration.ZERO, time, time, 0, 0, time);
  }

  static PhasePlan plan(
      String probe,
      String name,
      String what,
      WholeRange range,
      ProbeContext context,
      Duration time,
      Duration idleBefore) {
    return new PhasePlan(
            probe, name, what, range.workload(context, name, Duration.ZERO, time, 0), rule(time))
        .idleBefore(idleBefore);
  }
}
