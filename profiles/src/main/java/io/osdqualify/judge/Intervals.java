package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.quantity.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** 95 % intervals of what a phase measured. */
public final class Intervals {

  private Intervals() {}

  /**
   * Of a mean rate, from per-second data, by batch means.
   *
   * @param rate the value that the interval is for, in 1/s; it stands in the middle
   * @param series in the order of time; a point counts operations / length_s
   */
  public static Uncertainty ofRate(double rate, List<SeriesPoint> series) {
    List<SeriesPoint> points = withoutStubs(series);
    double[] operations = points.stream().mapToDouble(SeriesPoint::operations).toArray();
    double[] seconds = points.stream().mapToDouble(SeriesPoint::seconds).toArray();
    return around(rate, operations, seconds);
  }

  /**
   * Of a mean bandwidth, from per-second data, by batch means.
   *
   * @param bandwidth the value that the interval is for, in B/s; it stands in the middle
   */
  public static Uncertainty ofBandwidth(double bandwidth, List<SeriesPoint> series) {
    List<SeriesPoint> points = withoutStubs(series);
    double[] bytes = points.stream().mapToDouble(SeriesPoint::bytes).toArray();
    double[] seconds = points.stream().mapToDouble(SeriesPoint::seconds).toArray();
    return around(bandwidth, bytes, seconds);
  }

  /**
   * Of a mean latency, from per-second means weighted by their operations, by batch means.
   *
   * @param meanNs the value that the interval is for, in ns; it stands in the middle
   * @param series in the order of time; a second in which nothing completed has no say
   */
  public static Uncertainty ofMeanLatency(double meanNs, List<SeriesPoint> series) {
    List<SeriesPoint> points = withoutStubs(series);
    double[] nanoseconds = points.stream().mapToDouble(Intervals::totalNs).toArray();
    double[] operations = points.stream().mapToDouble(SeriesPoint::operations).toArray();
    return around(meanNs, nanoseconds, operations);
  }

  /**
   * Of a percentile, by order statistics on merged counts: between which two samples the true
   * percentile lies, from the binomial distribution alone, whatever the shape of the latencies. The
   * width of the histogram's bucket (≤ 0.8 %) is part of it.
   *
   * <p>Limit: the binomial distribution takes samples as independent. Slow ones come in bursts, so
   * the interval is narrower than the truth for a device that stalls; the counts of the whole phase
   * do not hold the order of time that could mend it. The per-second p99 of the series shows such
   * bursts.
   *
   * @param percent above 0, below 100
   * @return absent where fewer than {@link LatencyHistogram#SAMPLES_BEYOND} samples lie beyond the
   *     percentile
   */
  public static Uncertainty ofPercentile(LatencyHistogram histogram, double percent) {
    if (histogram.percentile(percent) == null) {
      return new Uncertainty.Absent(tooFewBeyond(histogram, percent));
    }
    OrderStatistics.Ranks ranks = OrderStatistics.ranks(histogram.count(), percent / 100);
    long lowest = histogram.counts().lowestEquivalentValue(histogram.atRank(ranks.low()));
    return new Uncertainty.Interval(
        Math.max(histogram.minNs(), lowest), histogram.atRank(ranks.high()));
  }

  /**
   * Of one quantity over another. It spans the ends of both intervals: wider than 95 %, never
   * narrower.
   */
  static Uncertainty ofQuotient(Uncertainty over, Uncertainty under) {
    if (over instanceof Uncertainty.Interval above
        && under instanceof Uncertainty.Interval below
        && below.low() > 0) {
      return new Uncertainty.Interval(above.low() / below.high(), above.high() / below.low());
    }
    if (over instanceof Uncertainty.Absent) {
      return over;
    }
    return under instanceof Uncertainty.Absent
        ? under
        : new Uncertainty.Absent("what it is compared with may be 0");
  }

  /** Of a quantity in another unit. */
  static Uncertainty times(Uncertainty uncertainty, double factor) {
    return uncertainty instanceof Uncertainty.Interval interval
        ? new Uncertainty.Interval(interval.low() * factor, interval.high() * factor)
        : uncertainty;
  }

  /** Why a percentile is refused. */
  static String tooFewBeyond(LatencyHistogram histogram, double percent) {
    BigDecimal share = BigDecimal.valueOf(100).subtract(BigDecimal.valueOf(percent));
    long beyond = share.multiply(BigDecimal.valueOf(histogram.count())).longValue() / 100;
    return "too few samples: %s of %s lie beyond it, %d must"
        .formatted(
            Quantity.count(beyond),
            Quantity.count(histogram.count()),
            LatencyHistogram.SAMPLES_BEYOND);
  }

  private static Uncertainty around(double value, double[] numerators, double[] denominators) {
    int points = numerators.length;
    if (!BatchMeans.suffices(points)) {
      return new Uncertainty.Absent(
          "too short for a 95 %% interval: %d of the %d points that it needs"
              .formatted(points, BatchMeans.FEWEST));
    }
    double halfWidth = new BatchMeans(numerators, denominators).halfWidth();
    if (!Double.isFinite(halfWidth)) {
      return new Uncertainty.Absent("nothing completed in any second of the phase");
    }
    return new Uncertainty.Interval(Math.max(0, value - halfWidth), value + halfWidth);
  }

  static double totalNs(SeriesPoint point) {
    Double mean = point.meanNs();
    return mean == null ? 0 : mean * point.operations();
  }

  /**
   * Joins a point shorter than half the average length (a rest at the end of a phase) with the one
   * before it: it would count as a degree of freedom that it is not.
   */
  static List<SeriesPoint> withoutStubs(List<SeriesPoint> series) {
    double average = series.stream().mapToDouble(SeriesPoint::seconds).average().orElse(0);
    List<SeriesPoint> points = new ArrayList<>();
    for (SeriesPoint point : series) {
      boolean stub = point.seconds() < average / 2 && !points.isEmpty();
      points.add(stub ? joined(points.remove(points.size() - 1), point) : point);
    }
    return points;
  }

  private static SeriesPoint joined(SeriesPoint first, SeriesPoint second) {
    long operations = first.operations() + second.operations();
    Double mean = operations == 0 ? null : (totalNs(first) + totalNs(second)) / operations;
    return new SeriesPoint(
        second.endSeconds(),
        first.seconds() + second.seconds(),
        operations,
        first.bytes() + second.bytes(),
        mean,
        null,
        null);
  }
}
