package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A phase as it stands in result.json: each distribution twice, as a summary for readers and as a
 * histogram for programs. A kind of latency that this program does not know is passed over.
 */
record PhaseJson(
    String probe,
    String name,
    WorkloadDescription workload,
    Instant startedAt,
    @JsonProperty("ramp_s") double rampSeconds,
    @JsonProperty("duration_s") double durationSeconds,
    String endedBecause,
    long operations,
    long bytes,
    List<DeviceError> errors,
    Map<String, LatencySummary> latency,
    Map<String, String> histogram,
    Map<String, List<SeriesPoint>> series,
    List<Stall> stalls,
    CpuUse cpu,
    List<StreamResult> streams,
    @Nullable DiskCounters disk) {

  static PhaseJson of(Phase phase) {
    return new PhaseJson(
        phase.probe(),
        phase.name(),
        phase.workload(),
        phase.startedAt(),
        phase.rampSeconds(),
        phase.durationSeconds(),
        phase.endedBecause(),
        phase.operations(),
        phase.bytes(),
        phase.errors(),
        byKey(phase.latency(), LatencyHistogram::summary),
        byKey(phase.latency(), LatencyHistogram::encode),
        byKey(phase.series(), Function.identity()),
        phase.stalls(),
        phase.cpu(),
        phase.streams(),
        phase.disk());
  }

  Phase toPhase() {
    Map<LatencyKind, LatencyHistogram> histograms = new EnumMap<>(LatencyKind.class);
    latency.forEach(
        (key, summary) ->
            LatencyKind.of(key).ifPresent(kind -> histograms.put(kind, histogramOf(key, summary))));
    Map<LatencyKind, List<SeriesPoint>> points = new EnumMap<>(LatencyKind.class);
    series.forEach(
        (key, list) -> LatencyKind.of(key).ifPresent(kind -> points.put(kind, List.copyOf(list))));
    return new Phase(
        probe,
        name,
        workload,
        startedAt,
        rampSeconds,
        durationSeconds,
        endedBecause,
        operations,
        bytes,
        errors,
        histograms,
        points,
        stalls,
        cpu,
        streams,
        disk);
  }

  private LatencyHistogram histogramOf(String key, LatencySummary summary) {
    String text = histogram.get(key);
    if (text == null) {
      throw new IllegalArgumentException(name + ": latency." + key + " has no histogram");
    }
    LatencyHistogram decoded =
        LatencyHistogram.decode(
            text, summary.overflow(), summary.minNs(), summary.maxNs(), summary.meanNs());
    if (decoded.count() != summary.count()) {
      throw new IllegalArgumentException(
          "%s: latency.%s counts %d samples, its histogram %d"
              .formatted(name, key, summary.count(), decoded.count()));
    }
    return decoded;
  }

  private static <V, R> Map<String, R> byKey(
      Map<LatencyKind, V> values, Function<? super V, R> change) {
    Map<String, R> copy = new LinkedHashMap<>();
    values.forEach((kind, value) -> copy.put(kind.key(), change.apply(value)));
    return copy;
  }
}
