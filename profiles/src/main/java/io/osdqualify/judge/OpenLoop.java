package io.osdqualify.judge;

import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Streams with a schedule. What was due when counting ended and had not started is in no histogram
 * of the engine, though it is what a drive that can't keep up is worst at: it counts here with what
 * it had waited by then, which is less than what it would have taken. So percentiles of such a
 * phase are lower bounds, and a stall at its end is seen.
 */
final class OpenLoop {

  /** Waits are told apart by so many steps at most. */
  private static final long STEPS = 10_000;

  private static final double NS = 1e9;

  private OpenLoop() {}

  /** Whether the streams follow a schedule. */
  static boolean isOpen(StreamGroup group) {
    return group.rate() != null;
  }

  /**
   * Response latencies, those of what was not served included.
   *
   * @param group with a schedule
   */
  static LatencyHistogram responses(StreamGroup group, GroupResult result) {
    LatencyHistogram served = result.latency().get(LatencyKind.RESPONSE);
    LatencyHistogram all = served == null ? LatencyHistogram.of(new long[0], 0, 0, 0, 0) : served;
    long unserved = result.behind();
    return unserved == 0 ? all : all.plus(waits(unserved, perSecond(group)));
  }

  /**
   * Arrivals came evenly in the mean: the latest has waited for one interval, the one before for
   * two. Where one stream of several is behind, its own have waited longer than that.
   */
  private static Histogram waits(long unserved, double perSecond) {
    Histogram waits =
        new Histogram(
            LatencyHistogram.LOWEST_NS, LatencyHistogram.HIGHEST_NS, LatencyHistogram.DIGITS);
    long steps = Math.min(unserved, STEPS);
    for (long step = 0; step < steps; step++) {
      long first = unserved * step / steps;
      long last = unserved * (step + 1) / steps;
      double wait = (first + last) / 2.0 / perSecond * NS;
      waits.recordValueWithCount(
          Math.max(1, Math.min((long) wait, LatencyHistogram.HIGHEST_NS)), last - first);
    }
    return waits;
  }

  /** What the drive did not keep up with, in words. */
  static List<String> behind(List<Phase> phases) {
    return phases.stream().flatMap(phase -> behind(phase).stream()).toList();
  }

  private static List<String> behind(Phase phase) {
    List<StreamGroup> groups = phase.workload().streamGroups();
    List<GroupResult> results = phase.groupResults();
    if (groups == null || groups.size() != results.size()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    IntStream.range(0, groups.size())
        .filter(i -> isOpen(groups.get(i)) && results.get(i).fellBehind())
        .forEach(i -> lines.add(line(phase, groups.get(i), results.get(i))));
    return lines;
  }

  private static String line(Phase phase, StreamGroup group, GroupResult result) {
    return "the drive can't keep up with %s of %s in %s: %s of %s operations were due and had not started at the end; its percentiles are lower bounds"
        .formatted(
            Quantity.print(perSecond(group), Unit.PER_SECOND),
            group.name(),
            phase.name(),
            Quantity.count(result.behind()),
            Quantity.count(result.operations() + result.behind()));
  }

  private static double perSecond(StreamGroup group) {
    Double rate = group.rate();
    if (rate == null) {
      throw new IllegalArgumentException(group.name() + " has no schedule");
    }
    return rate * group.streams();
  }
}
