package io.osdqualify.judge;

import io.osdqualify.judge.Comparison.Direction;
import io.osdqualify.judge.Uncertainty.Interval;
import io.osdqualify.quantity.Unit;

/** The words behind a comparison, for a tired reader. */
final class Explanation {

  private Explanation() {}

  static String of(Comparison comparison, Direction direction, Interval interval, Unit unit) {
    return switch (comparison.outcome()) {
      case PASS -> margin(comparison, "better");
      case FAIL -> margin(comparison, direction == Direction.AT_LEAST ? "below it" : "above it");
      case MARGINAL -> ": the limit lies inside the 95 % interval " + range(interval, unit);
      case INCONCLUSIVE ->
          ": too noisy, the limit lies inside the wide 95 % interval " + range(interval, unit);
      case NOT_JUDGED -> "";
    };
  }

  private static String margin(Comparison comparison, String words) {
    Double margin = comparison.margin();
    if (margin == null || margin == 0) {
      return "";
    }
    return ": " + Show.percent(Math.abs(margin)) + " " + words;
  }

  private static String range(Interval interval, Unit unit) {
    return Show.figure(interval.low(), unit) + " to " + Show.figure(interval.high(), unit);
  }
}
