package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.LoopKind;
import io.osdqualify.profile.LoopKind.Quantity;
import io.osdqualify.profile.LoopStep;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the rounds of a loop come to: the window that counts, cell by cell. */
final class LoopFigures {

  /** {@code latency-p99.999} needs a million operations; SNIA asks for it. */
  private static final List<String> PERCENTILES = List.of("50", "99", "99.9", "99.99", "99.999");

  private final Loop loop;
  private final Measured.Collector collector = new Measured.Collector();

  private LoopFigures(Loop loop) {
    this.loop = loop;
  }

  /** Of the phases of one loop. */
  static Measured of(LoopKind kind, List<Phase> phases) {
    LoopFigures figures = new LoopFigures(Loop.of(kind, phases));
    figures.add();
    phases.stream()
        .filter(phase -> phase.name().equals(LoopStep.HISTOGRAM))
        .forEach(figures::addHistogram);
    return figures.collector.collected();
  }

  private String prefix() {
    return loop.kind().prefix();
  }

  private void add() {
    collector.add(Measurement.fact(prefix() + LoopKind.ROUNDS, loop.rounds().size(), Unit.NONE));
    if (!loop.hasWindow()) {
      collector.miss(
          prefix(),
          "%d whole rounds of the %d that a window needs"
              .formatted(loop.rounds().size(), SteadyWindow.ROUNDS));
      return;
    }
    collector.add(
        Measurement.word(prefix() + LoopKind.REACHED, loop.reached().isPresent() ? "yes" : "no"));
    if (!loop.held().isEmpty()) {
      collector.add(
          Measurement.word(prefix() + LoopKind.LEFT, loop.leftAt().isPresent() ? "yes" : "no"));
    }
    loop.window().get(0).keySet().forEach(this::addCell);
    loop.tracked().forEach(this::addWindow);
  }

  private void addCell(String cell) {
    String name = loop.kind().metrics(cell);
    List<Phase> phases =
        loop.window().stream().map(round -> round.get(cell)).filter(Objects::nonNull).toList();
    long operations = phases.stream().mapToLong(Phase::operations).sum();
    if (operations == 0) {
      collector.miss(name, "nothing completed in the window");
      return;
    }
    addAverage(name, Quantity.RATE, phases);
    addAverage(name, Quantity.BANDWIDTH, phases);
    addLatencies(name, phases);
  }

  private void addAverage(String name, Quantity quantity, List<Phase> phases) {
    List<Double> values = phases.stream().map(phase -> Loop.value(quantity, phase)).toList();
    double average = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    collector.add(
        name + quantity.ending(), average, quantity.unit(), values.size(), around(average, values));
  }

  /** Of what never came to rest the rounds themselves are the interval. */
  private Uncertainty around(double average, List<Double> values) {
    if (loop.reached().isPresent()) {
      return ofRounds(average, values);
    }
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(average);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(average);
    return new Uncertainty.Interval(least, most);
  }

  private static Uncertainty ofRounds(double average, List<Double> values) {
    List<SeriesPoint> rounds = new ArrayList<>();
    for (double value : values) {
      // In thousandths, so that the rounding of a count does not show.
      rounds.add(
          new SeriesPoint(rounds.size() + 1.0, 1, Math.round(value * 1000), 0, null, null, null));
    }
    return Intervals.times(Intervals.ofRate(average * 1000, rounds), 1e-3);
  }

  private void addLatencies(String name, List<Phase> phases) {
    Optional<LatencyHistogram> merged =
        phases.stream()
            .map(phase -> phase.latency().get(phase.mainKind()))
            .filter(Objects::nonNull)
            .reduce((one, other) -> one.plus(other));
    if (merged.isEmpty()) {
      return;
    }
    double mean = merged.get().meanNs();
    List<Double> means =
        phases.stream()
            .map(phase -> phase.latency().get(phase.mainKind()))
            .filter(Objects::nonNull)
            .map(LatencyHistogram::meanNs)
            .toList();
    collector.add(
        name + Metrics.MEAN, mean, Unit.NANOSECONDS, merged.get().count(), around(mean, means));
    addTail(name, merged.get());
  }

  private void addTail(String name, LatencyHistogram latency) {
    for (String percent : PERCENTILES) {
      PhaseMeasurements.addPercentile(
          collector, name + ".latency-p" + percent, latency, Double.parseDouble(percent));
    }
    collector.add(
        new Measurement(
            name + Metrics.MAXIMUM,
            new Value.Figure(latency.maxNs()),
            Unit.NANOSECONDS,
            latency.count(),
            null,
            null));
  }

  private void addWindow(String cell) {
    SteadyWindow window = loop.window(cell);
    Map<String, Double> figures =
        Map.of(
            ".range", window.range(),
            ".range-allowed", window.rangeAllowed(),
            ".slope", window.slope(),
            ".slope-excursion", window.slopeExcursion(),
            ".slope-allowed", window.slopeAllowed(),
            ".intercept", window.intercept());
    Quantity quantity = loop.kind().quantity();
    for (String figure : LoopKind.WINDOW) {
      collector.add(
          Measurement.fact(
              loop.kind().metrics(cell) + figure + quantity.ending(),
              Objects.requireNonNull(figures.get(figure)),
              quantity.unit()));
    }
  }

  private void addHistogram(Phase phase) {
    LatencyHistogram latency = phase.latency().get(phase.mainKind());
    if (latency == null || latency.count() == 0) {
      collector.miss(LoopStep.HISTOGRAM, "nothing completed in the phase");
      return;
    }
    List<SeriesPoint> series = phase.series().getOrDefault(phase.mainKind(), List.of());
    collector.add(
        LoopStep.HISTOGRAM + Metrics.MEAN,
        latency.meanNs(),
        Unit.NANOSECONDS,
        latency.count(),
        Intervals.ofMeanLatency(latency.meanNs(), series));
    addTail(LoopStep.HISTOGRAM, latency);
  }
}
