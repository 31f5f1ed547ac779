package io.osdqualify.workload;

import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.judge.Intervals;
import io.osdqualify.judge.Uncertainty;
import io.osdqualify.profile.PhaseRule;
import java.util.List;
import java.util.Optional;

/**
 * When a phase has measured enough: after the least time and volume, as soon as the 95 % interval
 * of its IOPS is narrow enough. The engine itself ends it at the most time.
 */
record EndRule(PhaseRule rule) {

  /** The reason to end now, if there is one. */
  Optional<String> reached(double seconds, long operations, long bytes, List<SeriesPoint> series) {
    if (rule.stopAtCi() <= 0
        || seconds < rule.min().toNanos() / 1e9
        || bytes < rule.minBytes()
        || operations == 0) {
      return Optional.empty();
    }
    double rate = operations / seconds;
    if (Intervals.ofRate(rate, series) instanceof Uncertainty.Interval interval
        && interval.halfWidth() <= rule.stopAtCi() * rate) {
      return Optional.of(
          String.format(
              java.util.Locale.ROOT,
              "the 95 %% interval is within ± %.1f %%",
              interval.halfWidth() / rate * 100));
    }
    return Optional.empty();
  }
}
