package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.LoadCurveStep;
import io.osdqualify.profile.LoopKind;
import io.osdqualify.profile.PersistentMemoryStep;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.SaturationStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All measurements of a run, out of its phases, the target's facts and what the user gave. */
public final class Measurements {

  /** What the phases of a probe come to together; a probe that is not here has one phase each. */
  interface OfProbe {
    /** The measurements of a probe's phases, given in their order. */
    Measured of(List<Phase> phases);
  }

  private static final Map<String, OfProbe> BY_PROBE =
      Map.ofEntries(
          Map.entry("precondition", PreconditionMeasurements::of),
          Map.entry("write-saturation", WriteSaturationFigures::of),
          Map.entry("idle-recovery", IdleRecoveryFigures::of),
          Map.entry("cross-stimulus", CrossStimulusFigures::of),
          Map.entry("demand-intensity", DemandIntensityFigures::of),
          Map.entry(SaturationStep.PROBE, new SaturationFigures()),
          Map.entry(LoadCurveStep.PROBE, new LoadCurveFigures()),
          Map.entry(PersistentMemoryStep.PROBE, new PmemFigures()),
          Map.entry("mixed-load", MixedMeasurements::of),
          Map.entry("cache-chain", ChainMeasurements::of),
          loop(LoopKind.STEADY_STATE),
          loop(LoopKind.IOPS),
          loop(LoopKind.LATENCY),
          loop(LoopKind.THROUGHPUT));

  private Measurements() {}

  private static Map.Entry<String, OfProbe> loop(LoopKind kind) {
    return Map.entry(kind.probe(), phases -> LoopFigures.of(kind, phases));
  }

  /**
   * The measurements of each phase in their order, then what is derived from several of them. The
   * names are those of design.md §4.
   *
   * @param inputs what the user gave, as {@code osds}
   */
  public static Measured of(
      TargetFacts target, List<Phase> phases, Map<String, Expression.Result> inputs) {
    return of(target, phases, inputs, List.of());
  }

  /**
   * The same, and what the plan's steps ask for beyond their phases.
   *
   * @param plan steps that may name limits of their own, as load-curve does
   */
  public static Measured of(
      TargetFacts target,
      List<Phase> phases,
      Map<String, Expression.Result> inputs,
      List<PlanStep> plan) {
    Measured.Collector collector = new Measured.Collector();
    phases.stream()
        .filter(phase -> !BY_PROBE.containsKey(phase.probe()))
        .forEach(phase -> collector.addAll(PhaseMeasurements.of(phase)));
    byProbe(phases)
        .forEach(
            (probe, own) -> {
              OfProbe measurements = BY_PROBE.get(probe);
              if (measurements != null) {
                collector.addAll(measurements.of(own));
              }
            });
    collector.addAll(LoadCurveFigures.usable(plan, phases));
    collector.addAll(Derived.of(target, phases, Inputs.osds(inputs)));
    return collector.collected();
  }

  private static Map<String, List<Phase>> byProbe(List<Phase> phases) {
    return phases.stream()
        .collect(Collectors.groupingBy(Phase::probe, LinkedHashMap::new, Collectors.toList()));
  }
}
