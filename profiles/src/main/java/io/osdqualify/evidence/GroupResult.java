package io.osdqualify.evidence;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /** Above this share of what was due a drive does not keep up. A choice. */
  private static final double BEHIND = 0.01;

  private static final List<LatencyKind> CALLS =
      List.of(LatencyKind.WRITE, LatencyKind.FLUSH, LatencyKind.READ);

  public GroupResult {
    latency = KindMaps.ordered(latency);
    series = KindMaps.ordered(series);
  }

  /** The kind that its operations count under: commit where it commits, else write or read. */
  public LatencyKind mainKind() {
    if (latency.containsKey(LatencyKind.COMMIT)) {
      return LatencyKind.COMMIT;
    }
    return latency.containsKey(LatencyKind.WRITE) ? LatencyKind.WRITE : LatencyKind.READ;
  }

  /** The kind that it is judged by: in open loop the response, from the intended start. */
  public LatencyKind judgedKind() {
    return latency.containsKey(LatencyKind.RESPONSE) ? LatencyKind.RESPONSE : mainKind();
  }

  /** Operations that were due and had not started at the end; 0 in closed loop. */
  public long behind() {
    return unserved == null ? 0 : unserved;
  }

  /** Whether so much of its schedule was not served that it did not follow it. */
  public boolean fellBehind() {
    return behind() > BEHIND * (operations + behind());
  }

  /** Calls of the engine: a commit of write and flush has two. */
  public long calls() {
    return CALLS.stream()
        .map(latency::get)
        .filter(Objects::nonNull)
        .mapToLong(LatencyHistogram::count)
        .sum();
  }

  /**
   * Time in flight for each operation, in ns; 0 where nothing completed. A flush that is part of no
   * commit takes a place in flight of its own.
   */
  public double inFlightNs() {
    boolean commits = latency.containsKey(LatencyKind.COMMIT);
    double total =
        commits ? totalNs(List.of(LatencyKind.COMMIT, LatencyKind.READ)) : totalNs(CALLS);
    long count = mainKind() == LatencyKind.READ ? 0 : count(mainKind());
    long completed = count + count(LatencyKind.READ);
    return completed == 0 ? 0 : total / completed;
  }

  private double totalNs(List<LatencyKind> kinds) {
    return kinds.stream()
        .map(latency::get)
        .filter(Objects::nonNull)
        .mapToDouble(histogram -> histogram.count() * histogram.meanNs())
        .sum();
  }

  private long count(LatencyKind kind) {
    LatencyHistogram histogram = latency.get(kind);
    return histogram == null ? 0 : histogram.count();
  }
}
