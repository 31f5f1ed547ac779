package io.osdqualify.evidence;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one group of streams did, in a phase with several.
 *
 * @param name as in {@link StreamGroup}
 * @param operations counted ones; a commit counts once
 * @param latency a distribution per kind; a kind that did not occur is absent
 * @param series about one point a second per kind
 * @param unserved open loop: operations that were due and had not started when counting ended;
 *     absent in closed loop
 */
public record GroupResult(
    String name,
    long operations,
    long bytes,
    Map<LatencyKind, LatencyHistogram> latency,
    Map<LatencyKind, List<SeriesPoint>> series,
    @Nullable Long unserved) {

  public GroupResult {
    latency = KindMaps.ordered(latency);
    series = KindMaps.ordered(series);
  }
}
