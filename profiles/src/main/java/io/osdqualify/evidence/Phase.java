package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One phase of a run as it was measured. Raw histograms are kept, so that an old run can be judged
 * again.
 *
 * @param probe the probe that asked for it, as {@code commit-write}
 * @param name prefix of its metrics, as {@code commit.fdatasync.streams-1}
 * @param durationSeconds counting time, ramp excluded
 * @param endedBecause the rule that ended it, in words
 * @param operations counted ones; a commit counts once
 * @param latency a distribution per kind; a kind that did not occur is absent
 * @param series about one point a second per kind
 * @param disk absent for targets without statistics of their own
 */
public record Phase(
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
    Map<LatencyKind, LatencyHistogram> latency,
    Map<LatencyKind, List<SeriesPoint>> series,
    List<Stall> stalls,
    CpuUse cpu,
    List<StreamResult> streams,
    @Nullable DiskCounters disk) {

  public Phase {
    errors = List.copyOf(errors);
    latency = byKind(latency);
    series = byKind(series);
    stalls = List.copyOf(stalls);
    streams = List.copyOf(streams);
  }

  /** Operations per second of counting time; commits per second for a commit workload. */
  public double iops() {
    return durationSeconds > 0 ? operations / durationSeconds : 0;
  }

  /** The kind that the phase is about: commit where it commits, else write or read. */
  public LatencyKind mainKind() {
    if (latency.containsKey(LatencyKind.COMMIT)) {
      return LatencyKind.COMMIT;
    }
    return latency.containsKey(LatencyKind.WRITE) ? LatencyKind.WRITE : LatencyKind.READ;
  }

  /** A copy in the kinds' own order: what is written has one order. */
  private static <V> Map<LatencyKind, V> byKind(Map<LatencyKind, V> values) {
    Map<LatencyKind, V> copy = new EnumMap<>(LatencyKind.class);
    copy.putAll(values);
    return Collections.unmodifiableMap(copy);
  }
}
