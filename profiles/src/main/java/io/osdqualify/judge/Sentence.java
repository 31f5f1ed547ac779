package io.osdqualify.judge;

import io.osdqualify.judge.Comparison.Direction;
import io.osdqualify.judge.Uncertainty.Interval;
import io.osdqualify.profile.MetricNames;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import io.osdqualify.quantity.Unit;

/** What a comparison came to, in plain words for a tired reader. */
record Sentence(
    String metric, double value, Direction direction, double limit, Interval interval, Unit unit) {

  /** As {@code 549 commits/s on one stream, 9.1× below the 5 000 asked for}. */
  String of(Comparison comparison) {
    String distance = value == limit ? "exactly" : Ratio.distance(value, limit);
    String words =
        "%s, %s the %s %s"
            .formatted(
                MetricNames.with(metric, Quantity.print(value, unit)),
                distance,
                unit == Unit.PER_SECOND ? Quantity.count(limit) : Quantity.print(limit, unit),
                direction.words());
    return switch (comparison.outcome()) {
      case PASS, FAIL, NOT_JUDGED -> words;
      case MARGINAL -> words + ", which lies inside the 95 % interval, " + range();
      case INCONCLUSIVE -> words + ", but too noisy: the 95 % interval is " + range();
    };
  }

  private String range() {
    return Quantity.print(interval.low(), unit) + " to " + Quantity.print(interval.high(), unit);
  }
}
