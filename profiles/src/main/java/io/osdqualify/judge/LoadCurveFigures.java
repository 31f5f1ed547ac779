package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.LoadCurveStep;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.Variant;
import io.osdqualify.quantity.Ratio;
import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The measurements of load-curve: the response latency at each load, from the moment when an
 * operation was due.
 *
 * <p>Operations that were due and had not started when counting ended are in no histogram. Here
 * they count as slower than any: a percentile is one of all that were due. With more of them than
 * {@link #SATURATED} the device does not keep up with the load, its queue has no end, and there is
 * no percentile at all.
 */
final class LoadCurveFigures implements Measurements.OfProbe {

  /**
   * Share of the due operations that had not started, above which a load is not served. A choice:
   * in half a minute of a load that is served, a third of a second's arrivals may wait at the end.
   */
  static final double SATURATED = 0.01;

  private static final List<String> PERCENTILES = List.of("p50", "p95", "p99", "p99.9", "p99.99");

  @Override
  public Measured of(List<Phase> phases) {
    Measured.Collector collector = new Measured.Collector();
    for (Phase phase : phases) {
      if (phase.unserved() != null) {
        addLoad(collector, phase);
      } else if (phase.name().endsWith(".max")) {
        addMaximum(collector, phase);
      } else {
        collector.addAll(PhaseMeasurements.of(phase)); // what was written before it
      }
    }
    return collector.collected();
  }

  private static void addMaximum(Measured.Collector collector, Phase phase) {
    if (phase.operations() == 0) {
      collector.miss(phase.name() + Metrics.RATE, Tails.NOTHING);
      return;
    }
    Tails.addRate(collector, phase.name(), phase);
    Tails.addLatencies(collector, phase.name(), phase, phase.mainKind(), PERCENTILES);
    Tails.addCpu(collector, phase.name(), phase);
  }

  private static void addLoad(Measured.Collector collector, Phase phase) {
    String name = phase.name();
    LatencyHistogram response = phase.latency().get(LatencyKind.RESPONSE);
    collector.add(Measurement.fact(name + ".unserved", unservedShare(phase), Unit.NONE));
    if (response == null || response.count() == 0) {
      collector.miss(name + Metrics.RATE, Tails.NOTHING);
      return;
    }
    Tails.addRate(collector, name, phase);
    if (isSaturated(phase)) {
      collector.miss(name + ".latency-mean", saturated(phase));
      PERCENTILES.forEach(p -> collector.miss(name + ".latency-" + p, saturated(phase)));
      return;
    }
    collector.add(
        name + ".latency-mean",
        response.meanNs(),
        Unit.NANOSECONDS,
        response.count(),
        Intervals.ofMeanLatency(
            response.meanNs(), phase.series().getOrDefault(LatencyKind.RESPONSE, List.of())));
    PERCENTILES.forEach(percentile -> addPercentile(collector, phase, response, percentile));
    collector.add(
        new Measurement(
            name + Metrics.MAXIMUM,
            new Value.Figure(response.maxNs()),
            Unit.NANOSECONDS,
            response.count(),
            null,
            null));
  }

  private static void addPercentile(
      Measured.Collector collector, Phase phase, LatencyHistogram response, String percentile) {
    String metric = phase.name() + ".latency-" + percentile;
    double percent = ofAllDue(phase, response, Tails.percent(percentile));
    if (percent >= 100) {
      collector.miss(
          metric,
          Ratio.percent(unservedShare(phase)) + " of what was due had not started: it lies there");
      return;
    }
    PhaseMeasurements.addPercentile(collector, metric, response, percent);
  }

  /** The percentile of those that were served that is this one of all that were due. */
  private static double ofAllDue(Phase phase, LatencyHistogram response, double percent) {
    return percent * (1 + (double) unserved(phase) / response.count());
  }

  private static long unserved(Phase phase) {
    return phase.unserved() == null ? 0 : phase.unserved();
  }

  private static double unservedShare(Phase phase) {
    long due = phase.operations() + unserved(phase);
    return due == 0 ? 0 : (double) unserved(phase) / due;
  }

  static boolean isSaturated(Phase phase) {
    return unservedShare(phase) > SATURATED;
  }

  private static String saturated(Phase phase) {
    return "saturated: "
        + Ratio.percent(unservedShare(phase))
        + " of what was due had not started when counting ended";
  }

  /** The highest loads with a p99 below a step's limit, for the steps that have one. */
  static Measured usable(List<PlanStep> plan, List<Phase> phases) {
    Measured.Collector collector = new Measured.Collector();
    for (PlanStep step : plan) {
      if (step instanceof LoadCurveStep curve && curve.atMost() != null) {
        for (Variant variant : curve.variants()) {
          String prefix = Metrics.loadPrefix(LoadCurveStep.PROBE, curve.load(), variant);
          addUsable(collector, prefix, curve, curve.atMost(), phases);
        }
      }
    }
    return collector.collected();
  }

  /** A load up to which each one keeps the limit, by some reading of its p99. */
  private record Reached(double percent, Optional<Phase> phase) {
    double iops() {
      return phase.map(Phase::iops).orElse(0.0);
    }
  }

  private static void addUsable(
      Measured.Collector collector,
      String prefix,
      LoadCurveStep curve,
      Duration atMost,
      List<Phase> phases) {
    if (phases.stream().noneMatch(phase -> phase.name().startsWith(prefix + "."))) {
      return; // a variant that was left out, which says so itself
    }
    Optional<String> unknown = unknown(prefix, curve, phases);
    if (unknown.isPresent()) {
      collector.miss(prefix + ".usable", unknown.get());
      return;
    }
    double limit = atMost.toNanos();
    Reached value = reached(prefix, curve, phases, p99 -> p99.value() <= limit);
    Reached low = reached(prefix, curve, phases, p99 -> p99.interval().high() <= limit);
    Reached high = reached(prefix, curve, phases, p99 -> p99.interval().low() <= limit);
    long n = value.phase().map(Phase::operations).orElse(0L);
    collector.add(
        prefix + ".usable.load",
        value.percent() / 100,
        Unit.NONE,
        n,
        new Uncertainty.Interval(low.percent() / 100, high.percent() / 100));
    collector.add(
        prefix + ".usable" + Metrics.RATE,
        value.iops(),
        Unit.PER_SECOND,
        n,
        new Uncertainty.Interval(low.iops(), Math.max(low.iops(), high.iops())));
  }

  /** A load that is served but has no p99 leaves open what is usable. */
  private static Optional<String> unknown(String prefix, LoadCurveStep curve, List<Phase> phases) {
    Phases all = new Phases(phases);
    return curve.percents().stream()
        .map(percent -> prefix + "." + percent)
        .filter(
            name ->
                all.named(name)
                    .map(phase -> !isSaturated(phase) && tail(phase).isEmpty())
                    .orElse(true))
        .findFirst()
        .map(name -> name + " has no p99: it was too short, or not measured");
  }

  private record Tail(double value, Uncertainty.Interval interval) {}

  private static Reached reached(
      String prefix, LoadCurveStep curve, List<Phase> phases, Predicate<Tail> keeps) {
    Phases all = new Phases(phases);
    Reached reached = new Reached(0, Optional.empty());
    for (int percent : curve.percents()) {
      Optional<Phase> phase = all.named(prefix + "." + percent);
      if (phase.flatMap(LoadCurveFigures::tail).filter(keeps).isEmpty()) {
        return reached;
      }
      reached = new Reached(percent, phase);
    }
    return reached;
  }

  /** Its p99; empty where the load is not served, or too short to tell. */
  private static Optional<Tail> tail(Phase phase) {
    LatencyHistogram response = phase.latency().get(LatencyKind.RESPONSE);
    if (response == null || response.count() == 0 || isSaturated(phase)) {
      return Optional.empty();
    }
    double percent = ofAllDue(phase, response, 99);
    Long value = percent >= 100 ? null : response.percentile(percent);
    return value != null
            && Intervals.ofPercentile(response, percent) instanceof Uncertainty.Interval interval
        ? Optional.of(new Tail(value, interval))
        : Optional.empty();
  }
}
