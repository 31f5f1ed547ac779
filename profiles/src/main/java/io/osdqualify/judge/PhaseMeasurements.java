package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.CommitMetric;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * The measurements that a phase yields by itself: rate and latencies of its main kind, or
 * bandwidth.
 */
public final class PhaseMeasurements {

  /** A percentile that is a measurement, and how its name ends. */
  private record Percentile(String name, double percent) {}

  private static final List<Percentile> PERCENTILES =
      List.of(
          new Percentile("p50", 50),
          new Percentile("p99", 99),
          new Percentile("p99.9", 99.9),
          new Percentile("p99.99", 99.99));

  private static final String NOTHING = "nothing completed in the phase";

  private PhaseMeasurements() {}

  /**
   * {@code P.iops} in 1/s and {@code P.latency-mean, -p50, -p99, -p99.9, -p99.99, -max} in ns, for
   * a phase of the name P. What can't be had stands in missing: a percentile with too few samples
   * beyond it, everything of a phase in which nothing completed; {@code metric.ci95} where a value
   * has no interval. A maximum is exact for the run and has none.
   *
   * <p>A phase whose name promises none of these (it ends when its volume is written, however long
   * that takes: preconditioning) gives {@code P.bandwidth} in B/s alone.
   */
  public static Measured of(Phase phase) {
    return CommitMetric.parse(phase.name()).filter(CommitMetric::isPhase).isPresent()
        ? commits(phase)
        : volume(phase);
  }

  /** Bytes over time; n counts the points of the series. */
  private static Measured volume(Phase phase) {
    Measured.Collector collector = new Measured.Collector();
    String metric = phase.name() + Metrics.BANDWIDTH;
    if (phase.bytes() == 0 || phase.durationSeconds() <= 0) {
      collector.miss(metric, NOTHING);
      return collector.collected();
    }
    Value bandwidth = new Value.Figure(phase.bytes() / phase.durationSeconds());
    long points = phase.series().getOrDefault(phase.mainKind(), List.of()).size();
    collector.add(new Measurement(metric, bandwidth, Unit.BYTES_PER_SECOND, points, null, null));
    return collector.collected();
  }

  private static Measured commits(Phase phase) {
    Measured.Collector collector = new Measured.Collector();
    LatencyHistogram histogram = phase.latency().get(phase.mainKind());
    if (histogram == null || histogram.count() == 0 || phase.durationSeconds() <= 0) {
      return nothingCompleted(phase);
    }
    addMeans(collector, phase, histogram);
    for (Percentile percentile : PERCENTILES) {
      String metric = phase.name() + ".latency-" + percentile.name();
      addPercentile(collector, metric, histogram, percentile.percent());
    }
    collector.add(maximum(phase, histogram));
    return collector.collected();
  }

  private static Measured nothingCompleted(Phase phase) {
    Measured.Collector collector = new Measured.Collector();
    List<String> quantities = new ArrayList<>(List.of("iops", "latency-mean", "latency-max"));
    PERCENTILES.forEach(percentile -> quantities.add("latency-" + percentile.name()));
    for (String quantity : quantities) {
      collector.miss(phase.name() + "." + quantity, NOTHING);
    }
    return collector.collected();
  }

  private static void addMeans(
      Measured.Collector collector, Phase phase, LatencyHistogram histogram) {
    LatencyKind kind = phase.mainKind();
    List<SeriesPoint> series = phase.series().getOrDefault(kind, List.of());
    collector.add(
        phase.name() + Metrics.RATE,
        phase.iops(),
        Unit.PER_SECOND,
        phase.operations(),
        Intervals.ofRate(phase.iops(), series));
    collector.add(
        phase.name() + ".latency-mean",
        histogram.meanNs(),
        Unit.NANOSECONDS,
        histogram.count(),
        Intervals.ofMeanLatency(histogram.meanNs(), series));
  }

  private static Measurement maximum(Phase phase, LatencyHistogram histogram) {
    Value longest = new Value.Figure(histogram.maxNs());
    String metric = phase.name() + Metrics.MAXIMUM;
    return new Measurement(metric, longest, Unit.NANOSECONDS, histogram.count(), null, null);
  }

  /** One percentile with its interval, or its absence with the reason. */
  static void addPercentile(
      Measured.Collector collector, String metric, LatencyHistogram histogram, double percent) {
    Long value = histogram.percentile(percent);
    if (value == null) {
      collector.miss(metric, Intervals.tooFewBeyond(histogram, percent));
      return;
    }
    collector.add(
        metric,
        value,
        Unit.NANOSECONDS,
        histogram.count(),
        Intervals.ofPercentile(histogram, percent));
  }
}
