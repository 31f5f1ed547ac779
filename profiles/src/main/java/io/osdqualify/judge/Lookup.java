package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.profile.MetricNames;
import io.osdqualify.profile.Metrics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Measurements by name, and for what is not there the reason. */
final class Lookup {

  private final Map<String, Measurement> measurements;
  private final Map<String, String> reasons;

  Lookup(List<Measurement> measurements, List<Missing> missing) {
    this.measurements =
        measurements.stream()
            .collect(
                Collectors.toMap(
                    Measurement::metric, Function.identity(), (first, later) -> later));
    this.reasons =
        missing.stream()
            .collect(Collectors.toMap(Missing::what, Missing::reason, (first, later) -> later));
  }

  Optional<Measurement> measurement(String metric) {
    return Optional.ofNullable(measurements.get(metric));
  }

  /** Why a metric that was asked for is absent. */
  String whyMissing(String metric) {
    String reason = reason(metric);
    return MetricNames.with(metric, "not measured") + (reason == null ? "" : ": " + reason);
  }

  /** Its own, or that of what it is a part of: of a whole load that could not be measured. */
  private @Nullable String reason(String metric) {
    for (String name = metric; !name.isEmpty(); name = parent(name)) {
      String reason = reasons.get(name);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /** {@code a.b} of {@code a.b.c} and of {@code a.b.latency-p99}; empty where there is none. */
  private static String parent(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  /** A fact and a maximum are exact; what was sampled has an interval, or a reason for none. */
  Uncertainty uncertainty(Measurement measurement) {
    Double low = measurement.ci95Low();
    Double high = measurement.ci95High();
    if (low != null && high != null) {
      return new Uncertainty.Interval(low, high);
    }
    String metric = measurement.metric();
    if (measurement.n() == 0 || metric.endsWith(Metrics.MAXIMUM)) {
      return new Uncertainty.Interval(measurement.number(), measurement.number());
    }
    return new Uncertainty.Absent(
        reasons.getOrDefault(metric + Metrics.INTERVAL, "none was stored with it"));
  }
}
