package io.osdqualify.workload;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.judge.Comparison.Direction;
import io.osdqualify.judge.Intervals;
import io.osdqualify.judge.PhaseLimit;
import io.osdqualify.judge.Uncertainty;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * When a phase has measured enough. After its least time and volume, as soon as the 95 % interval
 * of its rate is narrow enough and each of its limits lies outside the interval of its quantity, or
 * that is as narrow. Before, where a limit is out of reach: a plainly bad drive need not be
 * measured to two per cent. The engine itself ends a phase at the most time.
 *
 * @param limits that the phase is judged by
 */
record EndRule(PhaseRule rule, List<PhaseLimit> limits) {

  /** Nothing is out of reach before: a drive may begin slowly. A choice. */
  private static final Duration EARLIEST = Duration.ofSeconds(5);

  EndRule {
    limits = List.copyOf(limits);
  }

  /** The reason to end now, if there is one. */
  Optional<String> reached(Live live) {
    if (live.operations() == 0 || rule.stopAtCi() <= 0) {
      return Optional.empty();
    }
    if (live.seconds() >= seconds(EARLIEST)) {
      Optional<String> hopeless = hopeless(live);
      if (hopeless.isPresent()) {
        return hopeless;
      }
    }
    if (live.seconds() < seconds(rule.min()) || live.bytes() < rule.minBytes()) {
      return Optional.empty();
    }
    return narrow(live).filter(reason -> limits.stream().allMatch(limit -> isKnown(limit, live)));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private Optional<String> hopeless(Live live) {
    return limits.stream()
        .filter(
            limit ->
                uncertainty(limit, live) instanceof Uncertainty.Interval interval
                    && limit.isOutOfReach(interval))
        .findFirst()
        .map(EndRule::describe);
  }

  private static String describe(PhaseLimit limit) {
    boolean rate = limit.direction() == Direction.AT_LEAST;
    return limit.quantity()
        + " is out of reach of its limit, "
        + (rate ? "at least " : "at most ")
        + (rate ? Quantity.print(limit.limit(), Unit.PER_SECOND) : Durations.print(limit.limit()));
  }

  private Optional<String> narrow(Live live) {
    double rate = live.operations() / live.seconds();
    if (Intervals.ofRate(rate, live.series()) instanceof Uncertainty.Interval interval
        && interval.halfWidth() <= rule.stopAtCi() * rate) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the 95 %% interval is within ± %.1f %%",
              interval.halfWidth() / rate * 100));
    }
    return Optional.empty();
  }

  /** What is not measured by the judged streams decides nothing here. */
  private boolean isKnown(PhaseLimit limit, Live live) {
    if (!concerns(limit, live)) {
      return true;
    }
    return uncertainty(limit, live) instanceof Uncertainty.Interval interval
        && (limit.isDecidedBy(interval)
            || interval.halfWidth() <= rule.stopAtCi() * (interval.low() + interval.high()) / 2);
  }

  private static boolean concerns(PhaseLimit limit, Live live) {
    String quantity = quantity(limit, live);
    return quantity.equals("iops")
        || quantity.equals("latency-mean")
        || quantity.matches("latency-p[0-9.]+");
  }

  private static String quantity(PhaseLimit limit, Live live) {
    String prefix = live.group() + ".";
    return limit.quantity().startsWith(prefix)
        ? limit.quantity().substring(prefix.length())
        : limit.quantity();
  }

  private static Uncertainty uncertainty(PhaseLimit limit, Live live) {
    if (!concerns(limit, live)) {
      return new Uncertainty.Absent("not of the judged streams");
    }
    String quantity = quantity(limit, live);
    if (quantity.equals("iops")) {
      return Intervals.ofRate(live.operations() / live.seconds(), live.series());
    }
    LatencyHistogram latency = live.latency().get();
    return quantity.equals("latency-mean")
        ? Intervals.ofMeanLatency(latency.meanNs(), live.series())
        : Intervals.ofPercentile(
            latency, Double.parseDouble(quantity.substring("latency-p".length())));
  }
}
