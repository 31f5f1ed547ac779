package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.quantity.Durations;
import java.util.Comparator;
import java.util.List;

/**
 * The p99 of the later part of a phase, of which only the whole phase's counts are kept.
 *
 * <p>The seconds before the part say how many of their operations can lie above a latency: none
 * above their maximum, one in a hundred above their p99. That takes the whole phase's counts apart:
 * the p99 of the part lies between two values, the nearer to each other the longer the part is.
 */
final class PartPercentile {

  private static final double BEYOND = 0.01;

  /** Ends further apart than this factor are no value. A choice. */
  private static final double NEAR = 2;

  private PartPercentile() {}

  /**
   * The two values, with the 95 % interval of a percentile of so many samples in them; or why they
   * are too far apart.
   *
   * @param whole counts of all points
   * @param before points before the part
   * @param operations of the part
   */
  static Uncertainty p99(LatencyHistogram whole, List<SeriesPoint> before, long operations) {
    if (operations * BEYOND < LatencyHistogram.SAMPLES_BEYOND) {
      return new Uncertainty.Absent("too few operations in the plateau: " + operations);
    }
    OrderStatistics.Ranks ranks = OrderStatistics.ranks(operations, 1 - BEYOND);
    Sorted sorted = new Sorted(before);
    double low = (double) whole.minNs();
    for (var value : whole.counts().recordedValues()) {
      long latency = value.getValueIteratedTo();
      long above = whole.countAbove(latency);
      if (above <= operations - ranks.high()) {
        return interval(low, (double) Math.min(latency, whole.maxNs()));
      }
      if (above - sorted.mostAbove(latency) > operations - ranks.low()) {
        low = (double) latency;
      }
    }
    return interval(low, (double) whole.maxNs());
  }

  private static Uncertainty interval(double low, double high) {
    return high <= low * NEAR
        ? new Uncertainty.Interval(low, high)
        : new Uncertainty.Absent(
            "only the counts of the whole phase are kept, and they leave it open between "
                + Durations.print(low)
                + " and "
                + Durations.print(high));
  }

  /** Points by what they can still hold above a latency that only grows. */
  private static final class Sorted {
    private final List<SeriesPoint> byP99;
    private final List<SeriesPoint> byMaximum;
    private double left;
    private int p99s;
    private int maxima;

    Sorted(List<SeriesPoint> points) {
      byP99 =
          points.stream()
              .filter(point -> point.operations() > 0)
              .sorted(Comparator.comparingLong(Sorted::p99))
              .toList();
      byMaximum =
          points.stream()
              .filter(point -> point.operations() > 0)
              .sorted(Comparator.comparingLong(Sorted::maximum))
              .toList();
      left = Plateaus.operations(points);
    }

    /** How many operations of the points lie above, at most. */
    double mostAbove(long latency) {
      while (p99s < byP99.size() && p99(byP99.get(p99s)) <= latency) {
        left -= byP99.get(p99s++).operations() * (1 - BEYOND);
      }
      while (maxima < byMaximum.size() && maximum(byMaximum.get(maxima)) <= latency) {
        left -= byMaximum.get(maxima++).operations() * BEYOND;
      }
      return Math.max(0, left);
    }

    private static long p99(SeriesPoint point) {
      Long p99 = point.p99Ns();
      return p99 == null ? maximum(point) : p99;
    }

    private static long maximum(SeriesPoint point) {
      Long max = point.maxNs();
      return max == null ? Long.MAX_VALUE : max;
    }
  }
}
