package io.osdqualify.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What there is of each kind of latency: in memory by kind, in result.json by its key. */
final class KindMaps {

  private KindMaps() {}

  /** A copy in the kinds' own order: what is written has one order. */
  static <V> Map<LatencyKind, V> ordered(Map<LatencyKind, V> values) {
    Map<LatencyKind, V> copy = new EnumMap<>(LatencyKind.class);
    copy.putAll(values);
    return Collections.unmodifiableMap(copy);
  }

  static <V, R> Map<String, R> byKey(Map<LatencyKind, V> values, Function<? super V, R> change) {
    Map<String, R> copy = new LinkedHashMap<>();
    values.forEach((kind, value) -> copy.put(kind.key(), change.apply(value)));
    return copy;
  }

  /**
   * Out of summaries and histograms that stand beside each other; a kind that this program does not
   * know is passed over.
   *
   * @param owner the phase, for the message
   * @throws IllegalArgumentException where they do not fit
   */
  static Map<LatencyKind, LatencyHistogram> histograms(
      String owner, Map<String, LatencySummary> latency, Map<String, String> histogram) {
    Map<LatencyKind, LatencyHistogram> histograms = new EnumMap<>(LatencyKind.class);
    latency.forEach(
        (key, summary) ->
            LatencyKind.of(key)
                .ifPresent(
                    kind ->
                        histograms.put(kind, decoded(owner, key, summary, histogram.get(key)))));
    return histograms;
  }

  static Map<LatencyKind, List<SeriesPoint>> series(Map<String, List<SeriesPoint>> series) {
    Map<LatencyKind, List<SeriesPoint>> points = new EnumMap<>(LatencyKind.class);
    series.forEach(
        (key, list) -> LatencyKind.of(key).ifPresent(kind -> points.put(kind, List.copyOf(list))));
    return points;
  }

  private static LatencyHistogram decoded(
      String owner, String key, LatencySummary summary, @Nullable String text) {
    if (text == null) {
      throw new IllegalArgumentException(owner + ": latency." + key + " has no histogram");
    }
    LatencyHistogram decoded =
        LatencyHistogram.decode(
            text, summary.overflow(), summary.minNs(), summary.maxNs(), summary.meanNs());
    if (decoded.count() != summary.count()) {
      throw new IllegalArgumentException(
          "%s: latency.%s counts %d samples, its histogram %d"
              .formatted(owner, key, summary.count(), decoded.count()));
    }
    return decoded;
  }
}
