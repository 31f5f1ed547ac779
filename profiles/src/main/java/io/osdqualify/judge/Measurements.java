package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.profile.Expression;
import java.util.List;
import java.util.Map;

/** All measurements of a run, out of its phases, the target's facts and what the user gave. */
public final class Measurements {

  private Measurements() {}

  /**
   * The measurements of each phase in their order, then what is derived from several of them. The
   * names are those of design.md §4.
   *
   * @param inputs what the user gave, as {@code osds}
   */
  public static Measured of(
      TargetFacts target, List<Phase> phases, Map<String, Expression.Result> inputs) {
    Measured.Collector collector = new Measured.Collector();
    phases.forEach(phase -> collector.addAll(PhaseMeasurements.of(phase)));
    collector.addAll(Derived.of(target, phases, Inputs.osds(inputs)));
    return collector.collected();
  }
}
