package io.osdqualify.judge;

import java.util.List;

/**
 * Five rounds of one tracked value: steady where neither its range nor what the least-squares line
 * through it rises or falls over the window is too much of its average (SNIA PTS 2.0.2).
 *
 * @param average of the five
 * @param range largest less smallest
 * @param slope of the line, a round
 */
public record SteadyWindow(double average, double range, double slope) {

  /** Rounds of a window. */
  public static final int ROUNDS = 5;

  /** Of the average. */
  private static final double RANGE = 0.20;

  private static final double SLOPE = 0.10;

  /** From the first round of the window to the last. */
  private static final int STEPS = ROUNDS - 1;

  /** 0.2 has no exact binary form: what is equal on paper must be equal here. */
  private static final double ROUNDING = 1e-9;

  /** Weights of the least-squares slope of five equidistant values: (−2, −1, 0, 1, 2) / 10. */
  private static final double[] WEIGHTS = {-0.2, -0.1, 0, 0.1, 0.2};

  /**
   * Out of five values.
   *
   * @param values in the order of time
   */
  public static SteadyWindow of(List<Double> values) {
    if (values.size() != ROUNDS) {
      throw new IllegalArgumentException(values.size() + " values are no window");
    }
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double sum = 0;
    double slope = 0;
    for (int i = 0; i < ROUNDS; i++) {
      double value = values.get(i);
      least = Math.min(least, value);
      most = Math.max(most, value);
      sum += value;
      slope += WEIGHTS[i] * value;
    }
    return new SteadyWindow(sum / ROUNDS, most - least, slope);
  }

  /** The most that the range may be. */
  public double rangeAllowed() {
    return RANGE * average;
  }

  /** What the line rises or falls over the window. */
  public double slopeExcursion() {
    return STEPS * Math.abs(slope);
  }

  /** The most that it may. */
  public double slopeAllowed() {
    return SLOPE * average;
  }

  /** The line at the first round of the window. */
  public double intercept() {
    return average - slope * STEPS / 2;
  }

  /** Both within what is allowed; a window in which nothing was done is not. */
  public boolean isSteady() {
    double rounding = ROUNDING * average;
    return average > 0
        && range <= rangeAllowed() + rounding
        && slopeExcursion() <= slopeAllowed() + rounding;
  }

  /** Whether a later value is what the window would allow. */
  public boolean allows(double value) {
    return Math.abs(value - average) <= rangeAllowed() / 2 + ROUNDING * average;
  }
}
