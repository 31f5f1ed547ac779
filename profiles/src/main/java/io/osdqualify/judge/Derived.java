package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/** The measurements that no single phase yields: out of several phases, the facts and the plan. */
final class Derived {

  private static final double MEDIAN = 50;

  private final TargetFacts target;
  private final Phases phases;
  private final OptionalLong osds;
  private final Measured.Collector collector = new Measured.Collector();

  private Derived(TargetFacts target, List<Phase> phases, OptionalLong osds) {
    this.target = target;
    this.phases = new Phases(phases);
    this.osds = osds;
  }

  static Measured of(TargetFacts target, List<Phase> phases, OptionalLong osds) {
    return new Derived(target, phases, osds).calculate();
  }

  private Measured calculate() {
    addShape();
    addFlushMedian();
    addFlushRatio();
    collector.add(
        Measurement.word(
            Metrics.PLP_FINDING, PowerLossInference.of(target, phases.all()).finding().key()));
    collector.add(Measurement.fact(Metrics.CAPACITY, (double) target.capacityBytes(), Unit.BYTES));
    osds.ifPresent(n -> collector.add(Measurement.fact(Metrics.OSDS, (double) n, Unit.NONE)));
    return collector.collected();
  }

  /** Of the durability that Ceph uses, or else of the first other one that was swept. */
  private void addShape() {
    for (Durability durability : List.of(Durability.FDATASYNC, Durability.DSYNC, Durability.NONE)) {
      SortedMap<Integer, Double> rates = phases.ratesByStreams(durability);
      Optional<ScalingShape> shape = ScalingShape.of(rates);
      if (shape.isPresent()) {
        collector.add(Measurement.word(Metrics.SCALING_SHAPE, shape.get().key()));
        return;
      }
    }
    collector.miss(
        Metrics.SCALING_SHAPE,
        "too few numbers of streams: needs 1 and one from 4 to 16, measured "
            + phases.ratesByStreams(Durability.FDATASYNC).keySet());
  }

  private void addFlushMedian() {
    Optional<LatencyHistogram> flushes =
        phases
            .singleStream(Durability.FDATASYNC)
            .map(phase -> phase.latency().get(LatencyKind.FLUSH));
    if (flushes.isPresent() && flushes.get().count() > 0) {
      PhaseMeasurements.addPercentile(collector, Metrics.FLUSH_P50, flushes.get(), MEDIAN);
    } else {
      collector.miss(
          Metrics.FLUSH_P50,
          "no flush was measured in " + Metrics.commitPhase(Durability.FDATASYNC, 1));
    }
  }

  /** Commits with fdatasync over writes without any, one stream each. */
  private void addFlushRatio() {
    Optional<Phase> durable = phases.singleStream(Durability.FDATASYNC).filter(Derived::ran);
    Optional<Phase> plain = phases.singleStream(Durability.NONE).filter(Derived::ran);
    if (durable.isEmpty() || plain.isEmpty()) {
      String absent =
          Metrics.commitPhase(durable.isEmpty() ? Durability.FDATASYNC : Durability.NONE, 1);
      collector.miss(Metrics.FLUSH_RATIO, absent + " was not measured");
      return;
    }
    collector.add(ratio(durable.get(), plain.get()));
  }

  private static boolean ran(Phase phase) {
    return phase.operations() > 0;
  }

  /** The interval spans the ends of both: wider than 95 %, never narrower. */
  private static Measurement ratio(Phase durable, Phase plain) {
    Value ratio = new Value.Figure(durable.iops() / plain.iops());
    long n = durable.operations();
    if (rate(durable) instanceof Uncertainty.Interval over
        && rate(plain) instanceof Uncertainty.Interval under
        && under.low() > 0) {
      double low = over.low() / under.high();
      double high = over.high() / under.low();
      return new Measurement(Metrics.FLUSH_RATIO, ratio, Unit.NONE, n, low, high);
    }
    return new Measurement(Metrics.FLUSH_RATIO, ratio, Unit.NONE, n, null, null);
  }

  private static Uncertainty rate(Phase phase) {
    return Intervals.ofRate(phase.iops(), phase.series().getOrDefault(phase.mainKind(), List.of()));
  }
}
