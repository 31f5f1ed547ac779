package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.DemandIntensityStep;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Unit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the drive does at each demand, and the most of it whose answers come soon enough. */
final class DemandIntensityFigures {

  /** SNIA PTS 2.0.2: MaxIOPS is the best cell with a mean response below this. */
  static final double SOON_NS = 5e6;

  private final Measured.Collector collector = new Measured.Collector();

  private DemandIntensityFigures() {}

  static Measured of(List<Phase> phases) {
    return new DemandIntensityFigures().figures(phases);
  }

  private Measured figures(List<Phase> phases) {
    List<Phase> cells =
        phases.stream()
            .filter(phase -> phase.name().startsWith(DemandIntensityStep.CELLS))
            .toList();
    cells.forEach(cell -> addRates(cell.name(), cell));
    Optional<Phase> best =
        cells.stream()
            .filter(cell -> cell.operations() > 0 && AllOperations.meanNs(cell) < SOON_NS)
            .max(Comparator.comparingDouble(Phase::iops));
    best.ifPresentOrElse(this::addMost, this::missMost);
    return collector.collected();
  }

  private void addRates(String name, Phase cell) {
    if (cell.operations() == 0) {
      collector.miss(name + Metrics.RATE, "nothing completed in the phase");
      collector.miss(name + Metrics.MEAN, "nothing completed in the phase");
      return;
    }
    List<SeriesPoint> series = AllOperations.series(cell);
    double mean = AllOperations.meanNs(cell);
    collector.add(
        name + Metrics.RATE,
        cell.iops(),
        Unit.PER_SECOND,
        cell.operations(),
        Intervals.ofRate(cell.iops(), series));
    collector.add(
        name + Metrics.MEAN,
        mean,
        Unit.NANOSECONDS,
        cell.operations(),
        Intervals.ofMeanLatency(mean, series));
  }

  private void addMost(Phase best) {
    addRates(DemandIntensityStep.MOST, best);
    addCount(DemandIntensityStep.THREADS, best.workload().streams());
    addCount(DemandIntensityStep.DEPTH, best.workload().depth());
  }

  /** Given, not sampled: it has no interval. */
  private void addCount(String end, int count) {
    Value.Figure figure = new Value.Figure((double) count);
    collector.add(
        new Measurement(DemandIntensityStep.MOST + end, figure, Unit.NONE, 0, null, null));
  }

  private void missMost() {
    for (String end :
        List.of(
            Metrics.RATE, Metrics.MEAN, DemandIntensityStep.THREADS, DemandIntensityStep.DEPTH)) {
      collector.miss(
          DemandIntensityStep.MOST + end,
          "no demand had a mean response below " + Durations.print(SOON_NS));
    }
  }
}
