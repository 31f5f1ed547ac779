package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Writes and reads of a closed-loop phase taken together. */
final class AllOperations {

  private AllOperations() {}

  /** The exact mean of all of them, in ns; 0 where there are none. */
  static double meanNs(Phase phase) {
    List<LatencyHistogram> all =
        kinds(phase).stream().map(phase.latency()::get).filter(Objects::nonNull).toList();
    long count = all.stream().mapToLong(LatencyHistogram::count).sum();
    double total = all.stream().mapToDouble(each -> each.meanNs() * each.count()).sum();
    return count == 0 ? 0 : total / count;
  }

  /** About one point a second; without extremes, which two kinds do not share. */
  static List<SeriesPoint> series(Phase phase) {
    List<List<SeriesPoint>> all =
        kinds(phase).stream()
            .map(phase.series()::get)
            .filter(Objects::nonNull)
            .filter(points -> !points.isEmpty())
            .toList();
    if (all.size() < 2) {
      return all.isEmpty() ? List.of() : all.get(0);
    }
    List<SeriesPoint> sums = new ArrayList<>();
    for (int i = 0; i < Math.min(all.get(0).size(), all.get(1).size()); i++) {
      sums.add(sum(all.get(0).get(i), all.get(1).get(i)));
    }
    return sums;
  }

  private static Set<LatencyKind> kinds(Phase phase) {
    return EnumSet.of(phase.mainKind(), LatencyKind.READ);
  }

  private static SeriesPoint sum(SeriesPoint one, SeriesPoint other) {
    long operations = one.operations() + other.operations();
    double total = Intervals.totalNs(one) + Intervals.totalNs(other);
    return new SeriesPoint(
        one.endSeconds(),
        one.seconds(),
        operations,
        one.bytes() + other.bytes(),
        operations == 0 ? null : Double.valueOf(total / operations),
        null,
        null);
  }
}
