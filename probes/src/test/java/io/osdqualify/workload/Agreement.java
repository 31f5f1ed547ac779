package io.osdqualify.workload;

import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;

/**
 * One figure of two tools that measured the same device in turns.
 *
 * @param ours median of our runs
 * @param fio median of fio's runs
 * @param spread of fio's single runs, as a share of their median
 * @param floor difference that is allowed however quiet the series was, as a share
 */
record Agreement(String figure, double ours, double fio, double spread, double floor) {

  /** A choice: a quarter off is more than any difference that this is to find. */
  private static final double TOO_NOISY = 0.25;

  static Agreement of(String figure, double[] ours, double[] fio, double floor) {
    return new Agreement(figure, median(ours), median(fio), spread(fio), floor);
  }

  /** Ours against fio's, as a share of fio's. */
  double difference() {
    return ours / fio - 1;
  }

  double allowed() {
    return Math.max(floor, spread);
  }

  boolean holds() {
    return Math.abs(difference()) <= allowed();
  }

  /** Whether the series was quiet enough for agreement to mean something. */
  private boolean tells() {
    return allowed() <= TOO_NOISY;
  }

  /** Whether it would have been noticed if ours were this many times what they are. */
  private boolean notices(double factor) {
    return !new Agreement(figure, ours * factor, fio, spread, floor).holds();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-6s fio %10.1f  ours %10.1f  difference %+5.1f %%  fio's spread %4.1f %%  %s; ours x 1.1 %s",
        figure,
        fio,
        ours,
        difference() * 100,
        spread * 100,
        holds() ? tells() ? "agrees" : "agrees, but noisy" : "DIFFERS",
        notices(1.1) ? "would differ" : "would not be noticed");
  }

  /**
   * How far apart fio's single runs lie, one in seven left out, those farthest from their median:
   * highest minus lowest, over the median. The extremes of what is left, and not quartiles, because
   * the medians of two series of n = 7 that measure the same differ by 0.67 σ (one standard error):
   * quartiles lie 1.35 σ apart, two of these errors, so that noise alone would fail one figure in
   * twenty; the extremes of six lie some 2 σ apart, three errors. Without the farthest runs,
   * because one run that something else disturbed must not make the test blind.
   */
  private static double spread(double[] runs) {
    double median = median(runs);
    double[] near =
        Arrays.stream(runs)
            .boxed()
            .sorted(Comparator.comparingDouble(run -> Math.abs(run - median)))
            .limit(runs.length - runs.length / 7)
            .mapToDouble(Double::doubleValue)
            .toArray();
    DoubleSummaryStatistics extremes = Arrays.stream(near).summaryStatistics();
    return (extremes.getMax() - extremes.getMin()) / median;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
