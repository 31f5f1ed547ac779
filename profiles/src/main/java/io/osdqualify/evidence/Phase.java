package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
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
 * @param unserved open loop: operations that were due and had not started when counting ended;
 *     absent in closed loop. With many of them the percentiles say too little
 * @param groups what each group of streams did, where there are several; else empty
 * @param verification what was found when the data was read back; absent where it was not
 * @param toolLimited whether the engine, not the device, bounded the rate
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
    @Nullable DiskCounters disk,
    @Nullable Long unserved,
    List<GroupResult> groups,
    @Nullable Verification verification,
    boolean toolLimited) {

  public Phase {
    errors = List.copyOf(errors);
    latency = KindMaps.ordered(latency);
    series = KindMaps.ordered(series);
    stalls = List.copyOf(stalls);
    streams = List.copyOf(streams);
    groups = List.copyOf(groups);
  }

  /** What each group of streams did, also where there is one only. The first is the judged one. */
  public List<GroupResult> groupResults() {
    if (!groups.isEmpty()) {
      return groups;
    }
    List<StreamGroup> described = workload.streamGroups();
    String group = described == null || described.isEmpty() ? probe : described.get(0).name();
    return List.of(new GroupResult(group, operations, bytes, latency, series, unserved));
  }

  /** What the streams did that the phase is about: of several groups the first. */
  public GroupResult judged() {
    return groupResults().get(0);
  }

  /**
   * Operations per second of counting time, of all groups together; commits per second for a commit
   * workload.
   */
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

  /** Whether the device failed: by an error of its own, or with data that was not written there. */
  public boolean hasDeviceErrors() {
    return !errors.isEmpty() || (verification != null && verification.bad() > 0);
  }

  /** Calls of the engine per second of counting time: a commit of write and flush has two. */
  public double callsPerSecond() {
    long calls = groupResults().stream().mapToLong(GroupResult::calls).sum();
    return durationSeconds > 0 ? calls / durationSeconds : 0;
  }

  /** The same phase, of which it is now known whether the engine bounded it. */
  public Phase withToolLimited(boolean limited) {
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
        latency,
        series,
        stalls,
        cpu,
        streams,
        disk,
        unserved,
        groups,
        verification,
        limited);
  }
}
