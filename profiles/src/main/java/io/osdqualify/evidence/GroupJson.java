package io.osdqualify.evidence;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A group's results as they stand in result.json; see {@link PhaseJson}. */
record GroupJson(
    String name,
    long operations,
    long bytes,
    Map<String, LatencySummary> latency,
    Map<String, String> histogram,
    Map<String, List<SeriesPoint>> series,
    @Nullable Long unserved) {

  static GroupJson of(GroupResult group) {
    return new GroupJson(
        group.name(),
        group.operations(),
        group.bytes(),
        KindMaps.byKey(group.latency(), LatencyHistogram::summary),
        KindMaps.byKey(group.latency(), LatencyHistogram::encode),
        KindMaps.byKey(group.series(), Function.identity()),
        group.unserved());
  }

  GroupResult toGroup(String phase) {
    return new GroupResult(
        name,
        operations,
        bytes,
        KindMaps.histograms(phase + ", " + name, latency, histogram),
        KindMaps.series(series),
        unserved);
  }
}
