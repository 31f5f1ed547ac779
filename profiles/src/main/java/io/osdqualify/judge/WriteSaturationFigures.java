package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.WriteSaturationStep;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Unit;
import java.util.List;

/** What a write saturation test comes to: the plateau after the last cliff is what counts. */
final class WriteSaturationFigures {

  private static final double P99 = 99;

  private final Phase phase;
  private final Plateaus plateaus;
  private final Measured.Collector collector = new Measured.Collector();

  private WriteSaturationFigures(Phase phase, List<SeriesPoint> series) {
    this.phase = phase;
    this.plateaus = Plateaus.of(series);
  }

  static Measured of(List<Phase> phases) {
    Measured.Collector all = new Measured.Collector();
    for (Phase phase : phases) {
      List<SeriesPoint> series = phase.series().getOrDefault(phase.mainKind(), List.of());
      if (Plateaus.operations(series) == 0) {
        WriteSaturationStep.METRICS.forEach(
            metric -> all.miss(metric, "nothing completed in the phase"));
      } else {
        all.addAll(new WriteSaturationFigures(phase, series).figures());
      }
    }
    return all.collected();
  }

  private Measured figures() {
    addPlateau();
    addP99();
    addFresh();
    addRatio();
    addCliff();
    addShape();
    return collector.collected();
  }

  private void addPlateau() {
    List<SeriesPoint> points = plateaus.plateau();
    long operations = Plateaus.operations(points);
    double rate = Plateaus.rate(points);
    Uncertainty interval = Intervals.ofRate(rate, points);
    collector.add(
        WriteSaturationStep.PLATEAU + Metrics.RATE, rate, Unit.PER_SECOND, operations, interval);
    double block = operations == 0 ? 0 : (double) Plateaus.bytes(points) / operations;
    collector.add(
        WriteSaturationStep.PLATEAU + Metrics.BANDWIDTH,
        rate * block,
        Unit.BYTES_PER_SECOND,
        operations,
        Intervals.times(interval, block));
    if (operations > 0) {
      double mean = points.stream().mapToDouble(Intervals::totalNs).sum() / operations;
      collector.add(
          WriteSaturationStep.PLATEAU + Metrics.MEAN,
          mean,
          Unit.NANOSECONDS,
          operations,
          Intervals.ofMeanLatency(mean, points));
    } else {
      collector.miss(
          WriteSaturationStep.PLATEAU + Metrics.MEAN, "nothing completed on the plateau");
    }
  }

  private void addP99() {
    String metric = WriteSaturationStep.PLATEAU + ".latency-p99";
    LatencyHistogram whole = phase.latency().get(phase.mainKind());
    if (whole == null) {
      collector.miss(metric, "no latencies were kept");
      return;
    }
    if (plateaus.isWhole()) {
      PhaseMeasurements.addPercentile(collector, metric, whole, P99);
      return;
    }
    long operations = Plateaus.operations(plateaus.plateau());
    List<SeriesPoint> before = plateaus.points().subList(0, plateaus.plateauFrom());
    Uncertainty found = PartPercentile.p99(whole, before, operations);
    if (found instanceof Uncertainty.Interval interval) {
      collector.add(metric, interval.high(), Unit.NANOSECONDS, operations, interval);
    } else if (found instanceof Uncertainty.Absent absent) {
      collector.miss(metric, absent.reason());
    }
  }

  private void addFresh() {
    List<SeriesPoint> points = plateaus.fresh();
    double rate = Plateaus.rate(points);
    collector.add(
        WriteSaturationStep.FRESH + Metrics.RATE,
        rate,
        Unit.PER_SECOND,
        Plateaus.operations(points),
        Intervals.ofRate(rate, points));
  }

  private void addRatio() {
    double fresh = Plateaus.rate(plateaus.fresh());
    double plateau = Plateaus.rate(plateaus.plateau());
    if (fresh <= 0) {
      collector.miss(WriteSaturationStep.RATIO, "nothing completed at the beginning");
      return;
    }
    collector.add(
        WriteSaturationStep.RATIO,
        plateau / fresh,
        Unit.NONE,
        Plateaus.operations(plateaus.plateau()),
        Intervals.ofQuotient(
            Intervals.ofRate(plateau, plateaus.plateau()),
            Intervals.ofRate(fresh, plateaus.fresh())));
  }

  private void addCliff() {
    if (plateaus.falls().isEmpty()) {
      collector.miss(
          WriteSaturationStep.CLIFF,
          "no fall that lasts in the " + Bytes.print(phase.bytes()) + " that were written");
    } else {
      addPlace(WriteSaturationStep.CLIFF, plateaus.end(plateaus.falls().get(0)));
    }
    if (plateaus.isWhole()) {
      collector.add(Measurement.fact(WriteSaturationStep.PLATEAU_FROM, 0, Unit.BYTES));
    } else {
      addPlace(WriteSaturationStep.PLATEAU_FROM, plateaus.end(plateaus.start() - 1));
    }
  }

  private void addPlace(String metric, Plateaus.Place place) {
    collector.add(
        new Measurement(
            metric,
            new Value.Figure(place.bytes()),
            Unit.BYTES,
            plateaus.points().size(),
            place.low(),
            place.high()));
  }

  private void addShape() {
    if (plateaus.suffices()) {
      collector.add(Measurement.word(WriteSaturationStep.SHAPE, plateaus.shape().key()));
    } else {
      collector.miss(
          WriteSaturationStep.SHAPE,
          "too short: %d of the %d seconds that it needs"
              .formatted(plateaus.points().size(), 2 * ChangePoints.SHORTEST));
    }
  }
}
