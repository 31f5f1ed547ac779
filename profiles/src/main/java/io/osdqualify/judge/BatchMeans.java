package io.osdqualify.judge;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The half-width of the 95 % interval of a ratio of sums Σy/Σx over a time series, by batch means.
 *
 * <p>A rate is operations over seconds and a mean latency is nanoseconds over operations, so both
 * are ratios, and points of unequal length or weight need no care of their own. What varies is the
 * residual of a batch, {@code y − ratio · x}; its mean square over the squared mean {@code x} gives
 * the variance (the ratio estimator of sampling theory).
 *
 * <p>Neighbouring points correlate, and the plain formula would then promise too much. Batches are
 * doubled in length until the lag-1 autocorrelation of their residuals is below {@link
 * #CORRELATION}. What positive correlation is left widens the interval by the factor that an AR(1)
 * process asks for, √((1 + r) / (1 − r)): so a short or drifting phase gets a wide interval rather
 * than a false one. Limit: five seconds of a strongly correlated process tell little of its
 * long-run mean, and no formula makes up for that; from about 60 points on the coverage is 90 % and
 * more up to a correlation of 0.5, from 300 on up to 0.9.
 */
final class BatchMeans {

  /** Batches are long enough when neighbours correlate less than this (design.md §3). */
  static final double CORRELATION = 0.2;

  /**
   * Fewer batches give no interval. A choice: the t quantile of three degrees of freedom is 3.2, of
   * two 4.3; a {@code --quick} phase of five seconds must still have an interval.
   */
  static final int FEWEST = 4;

  private static final double UPPER_TAIL = 0.025;

  private final double[] y;
  private final double[] x;

  /**
   * @param y numerators of the points, in the order of time
   * @param x denominators; their sum is above 0
   */
  BatchMeans(double[] y, double[] x) {
    this.y = y;
    this.x = x;
  }

  /** Whether there are enough points for an interval. */
  static boolean suffices(int points) {
    return points >= FEWEST;
  }

  /** The half-width, in the unit of y/x. */
  double halfWidth() {
    int batches = y.length;
    double[] residuals = residuals(batches);
    while (lagOne(residuals) >= CORRELATION && batches / 2 >= FEWEST) {
      batches /= 2;
      residuals = residuals(batches);
    }
    double left = Math.max(0, lagOne(residuals));
    double variance = sumOfSquares(residuals) / (batches - 1.0) / batches;
    double widened = variance * (1 + left) / (1 - left);
    double t = TDistribution.of(batches - 1.0).inverseSurvivalProbability(UPPER_TAIL);
    return t * Math.sqrt(widened) / (sum(x, 0, x.length) / batches);
  }

  /** Residuals of this many batches of neighbours, as equal in length as they can be. */
  private double[] residuals(int batches) {
    double ratio = sum(y, 0, y.length) / sum(x, 0, x.length);
    double[] residuals = new double[batches];
    for (int batch = 0; batch < batches; batch++) {
      int from = (int) ((long) batch * y.length / batches);
      int to = (int) ((batch + 1L) * y.length / batches);
      residuals[batch] = sum(y, from, to) - ratio * sum(x, from, to);
    }
    return residuals;
  }

  /** Lag-1 autocorrelation of values whose mean is 0; 0 where nothing varies. */
  private static double lagOne(double[] values) {
    double products = 0;
    for (int i = 1; i < values.length; i++) {
      products += values[i] * values[i - 1];
    }
    double squares = sumOfSquares(values);
    return squares == 0 ? 0 : products / squares;
  }

  private static double sumOfSquares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }

  private static double sum(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum;
  }
}
