package io.osdqualify.judge;

import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one group of streams comes to: {@code P.iops}, {@code P.bandwidth} and {@code
 * P.latency-mean, -p50, -p99, -p99.9, -p99.99, -max}; in open loop of the response.
 *
 * @param prefix P
 * @param group what it was asked for; absent in results of an older program
 */
record GroupMeasurements(
    Measured.Collector collector,
    String prefix,
    Phase phase,
    @Nullable StreamGroup group,
    GroupResult result) {

  private static final List<String> PERCENTILES = List.of("50", "99", "99.9", "99.99");
  private static final List<String> PARTS = List.of("50", "99", "99.9");
  private static final String NOTHING = "nothing completed in the phase";

  /** Rate and latencies. */
  void addOperations() {
    LatencyHistogram latency = latency();
    if (latency.count() == 0 || phase.durationSeconds() <= 0) {
      List.of("iops", "latency-mean", "latency-max")
          .forEach(quantity -> collector.miss(prefix + "." + quantity, NOTHING));
      PERCENTILES.forEach(p -> collector.miss(prefix + ".latency-p" + p, NOTHING));
      return;
    }
    double rate = result.operations() / phase.durationSeconds();
    collector.add(
        prefix + Metrics.RATE,
        rate,
        Unit.PER_SECOND,
        result.operations(),
        Intervals.ofRate(rate, series()));
    collector.add(
        prefix + ".latency-mean",
        latency.meanNs(),
        Unit.NANOSECONDS,
        latency.count(),
        Intervals.ofMeanLatency(latency.meanNs(), series()));
    addPercentiles("", latency, PERCENTILES);
    collector.add(
        new Measurement(
            prefix + Metrics.MAXIMUM,
            new Value.Figure(latency.maxNs()),
            Unit.NANOSECONDS,
            latency.count(),
            null,
            null));
  }

  /** Bytes of its operations over time. */
  void addBandwidth() {
    if (result.operations() == 0 || phase.durationSeconds() <= 0) {
      collector.miss(prefix + Metrics.BANDWIDTH, NOTHING);
      return;
    }
    double bandwidth = result.bytes() / phase.durationSeconds();
    collector.add(
        prefix + Metrics.BANDWIDTH,
        bandwidth,
        Unit.BYTES_PER_SECOND,
        result.operations(),
        Intervals.ofBandwidth(bandwidth, series()));
  }

  /** Percentiles of the steps that operations have, as {@code P.flush.latency-p99}. */
  void addParts() {
    for (LatencyKind kind : List.of(LatencyKind.WRITE, LatencyKind.FLUSH)) {
      LatencyHistogram part = result.latency().get(kind);
      if (part != null && part.count() > 0) {
        addPercentiles("." + kind.key(), part, PARTS);
      }
    }
  }

  private void addPercentiles(String part, LatencyHistogram latency, List<String> percentiles) {
    for (String percent : percentiles) {
      String metric = prefix + part + ".latency-p" + percent;
      PhaseMeasurements.addPercentile(collector, metric, latency, Double.parseDouble(percent));
    }
  }

  private LatencyHistogram latency() {
    if (group != null && OpenLoop.isOpen(group)) {
      return OpenLoop.responses(group, result);
    }
    LatencyHistogram latency = result.latency().get(result.judgedKind());
    return latency == null ? LatencyHistogram.of(new long[0], 0, 0, 0, 0) : latency;
  }

  private List<SeriesPoint> series() {
    return result.series().getOrDefault(result.judgedKind(), List.of());
  }
}
