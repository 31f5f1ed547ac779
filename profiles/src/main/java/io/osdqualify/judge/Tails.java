package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.List;

/** What the probes of loads take from one phase, under a name of their choice. */
final class Tails {

  static final String NOTHING = "nothing completed in the phase";

  private static final double NS_PER_SECOND = 1e9;

  private Tails() {}

  /** {@code name.iops} of a phase's counted operations. */
  static void addRate(Measured.Collector collector, String name, Phase phase) {
    collector.add(
        name + Metrics.RATE, phase.iops(), Unit.PER_SECOND, phase.operations(), rate(phase));
  }

  /** The interval of a phase's rate. */
  static Uncertainty rate(Phase phase) {
    return Intervals.ofRate(phase.iops(), phase.series().getOrDefault(phase.mainKind(), List.of()));
  }

  /** Mean, percentiles and maximum of one kind of latency. */
  static void addLatencies(
      Measured.Collector collector,
      String name,
      Phase phase,
      LatencyKind kind,
      List<String> percentiles) {
    LatencyHistogram histogram = phase.latency().get(kind);
    if (histogram == null || histogram.count() == 0) {
      collector.miss(name, NOTHING);
      return;
    }
    List<SeriesPoint> series = phase.series().getOrDefault(kind, List.of());
    collector.add(
        name + ".latency-mean",
        histogram.meanNs(),
        Unit.NANOSECONDS,
        histogram.count(),
        Intervals.ofMeanLatency(histogram.meanNs(), series));
    addPercentiles(collector, name, histogram, percentiles);
    collector.add(
        new Measurement(
            name + Metrics.MAXIMUM,
            new Value.Figure(histogram.maxNs()),
            Unit.NANOSECONDS,
            histogram.count(),
            null,
            null));
  }

  static void addPercentiles(
      Measured.Collector collector,
      String name,
      LatencyHistogram histogram,
      List<String> percentiles) {
    for (String percentile : percentiles) {
      PhaseMeasurements.addPercentile(
          collector, name + ".latency-" + percentile, histogram, percent(percentile));
    }
  }

  /** Of {@code p99.9}. */
  static double percent(String percentile) {
    return Double.parseDouble(percentile.substring(1));
  }

  /** {@code name.cpu}: time of the engine's threads, in the kernel too, for one operation. */
  static void addCpu(Measured.Collector collector, String name, Phase phase) {
    String metric = name + ".cpu";
    double seconds = phase.cpu().userSeconds() + phase.cpu().systemSeconds();
    Value each = new Value.Figure(seconds * NS_PER_SECOND / phase.operations());
    collector.add(new Measurement(metric, each, Unit.NANOSECONDS, phase.operations(), null, null));
    collector.miss(metric + Metrics.INTERVAL, "CPU time is counted once a phase");
  }
}
