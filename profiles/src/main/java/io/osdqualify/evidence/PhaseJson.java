package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
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
    @Nullable DiskCounters disk,
    @Nullable Long unserved,
    @Nullable List<GroupJson> groups,
    @Nullable Verification verify,
    @Nullable Boolean toolLimited) {

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
        KindMaps.byKey(phase.latency(), LatencyHistogram::summary),
        KindMaps.byKey(phase.latency(), LatencyHistogram::encode),
        KindMaps.byKey(phase.series(), Function.identity()),
        phase.stalls(),
        phase.cpu(),
        phase.streams(),
        phase.disk(),
        phase.unserved(),
        phase.groups().isEmpty() ? null : phase.groups().stream().map(GroupJson::of).toList(),
        phase.verification(),
        phase.toolLimited() ? Boolean.TRUE : null);
  }

  Phase toPhase() {
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
        KindMaps.histograms(name, latency, histogram),
        KindMaps.series(series),
        stalls,
        cpu,
        streams,
        disk,
        unserved,
        groups == null ? List.of() : groups.stream().map(group -> group.toGroup(name)).toList(),
        verify,
        Boolean.TRUE.equals(toolLimited));
  }
}
