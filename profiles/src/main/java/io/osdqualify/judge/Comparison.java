package io.osdqualify.judge;

import io.osdqualify.evidence.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A measured number held against a limit, by the rules of design.md §3.
 *
 * @param margin how far on the good side, as a share of the limit; absent where the limit is 0
 */
public record Comparison(Outcome outcome, @Nullable Double margin) {

  /** Half-width of the interval, as a share of the limit, up to which a close call is MARGINAL. */
  static final double NARROW = 0.05;

  /** The side of the limit that is good. */
  public enum Direction {
    AT_LEAST("at-least", "asked for"),
    AT_MOST("at-most", "allowed");

    private final String op;
    private final String words;

    Direction(String op, String words) {
      this.op = op;
      this.words = words;
    }

    String op() {
      return op;
    }

    /** What a limit of this kind is. */
    String words() {
      return words;
    }

    /** How far on the good side. */
    private double distance(double value, double limit) {
      return this == AT_LEAST ? value - limit : limit - value;
    }
  }

  /**
   * PASS where the whole interval is on the good side (its end may touch the limit), FAIL where the
   * whole interval is on the bad side; between, MARGINAL where it is narrow and INCONCLUSIVE where
   * it is wide: noise never buys a pass.
   *
   * @param interval a point for an exact value
   */
  static Comparison of(
      Direction direction, double value, Uncertainty.Interval interval, double limit) {
    double low = direction.distance(interval.low(), limit);
    double high = direction.distance(interval.high(), limit);
    return new Comparison(
        outcome(Math.min(low, high), Math.max(low, high), interval.halfWidth(), limit),
        limit == 0 ? null : direction.distance(value, limit) / Math.abs(limit));
  }

  private static Outcome outcome(double worst, double best, double halfWidth, double limit) {
    if (worst >= 0) {
      return Outcome.PASS;
    }
    if (best < 0) {
      return Outcome.FAIL;
    }
    return halfWidth <= NARROW * Math.abs(limit) ? Outcome.MARGINAL : Outcome.INCONCLUSIVE;
  }
}
