package io.osdqualify.judge;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;
import static java.util.Comparator.reverseOrder;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Value;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.Metrics;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Chooses the criteria that decided a verdict on a drive. It does not depend on the order of the
 * criteria in the profile.
 */
public final class Deciders {

  /** Worst first: how near or far, whatever the direction; words after numbers, then by id. */
  static final Comparator<CriterionResult> CLOSEST_FIRST =
      comparingDouble(Deciders::ratio).thenComparing(CriterionResult::id);

  private static final Comparator<CriterionResult> BY_AXIS =
      comparingInt(result -> axis(result.axis()));

  private Deciders() {}

  /** The worst criterion of each axis, worst outcome first, axes in their order. */
  public static List<CriterionResult> of(Verdict verdict) {
    return eachAxis(
            verdict.criteria().stream()
                .filter(result -> result.severity().equals(Severity.FAIL.key()))
                .filter(result -> result.outcome() != Outcome.NOT_JUDGED)
                .filter(result -> !isOfTheRun(result) && !isMetFact(result)))
        .sorted(comparing(CriterionResult::outcome, reverseOrder()))
        .toList();
  }

  /** Of each axis the worst of these criteria, the axes in their order. */
  static Stream<CriterionResult> eachAxis(Stream<CriterionResult> results) {
    Map<String, CriterionResult> worst = new LinkedHashMap<>();
    eachMetric(results)
        .sorted(
            BY_AXIS
                .thenComparing(CriterionResult::outcome, reverseOrder())
                .thenComparing(CLOSEST_FIRST))
        .forEach(result -> worst.putIfAbsent(result.axis(), result));
    return worst.values().stream();
  }

  /** Of each metric the worst: with one OSD, one and N streams are the same number. */
  private static Stream<CriterionResult> eachMetric(Stream<CriterionResult> results) {
    Map<String, CriterionResult> worst = new LinkedHashMap<>();
    results
        .sorted(comparing(CriterionResult::outcome, reverseOrder()).thenComparing(CLOSEST_FIRST))
        .forEach(result -> worst.putIfAbsent(result.metric(), result));
    return worst.values().stream();
  }

  /** Whether it is about the run and not about the drive. */
  static boolean isOfTheRun(CriterionResult result) {
    return result.axis().equals(Axis.INTEGRITY.key());
  }

  /** What was only read and is well decides nothing. */
  static boolean isMetFact(CriterionResult result) {
    return result.outcome() == Outcome.PASS && Metrics.isFact(result.metric());
  }

  /** Above 1 on the good side of the limit, 2 where it is twice as good as it must be. */
  private static double ratio(CriterionResult result) {
    if (result.measured() instanceof Value.Figure measured
        && result.limit() instanceof Value.Figure limit) {
      double ratio = measured.value() / limit.value();
      return result.op().equals(Comparison.Direction.AT_LEAST.op()) ? ratio : 1 / ratio;
    }
    return Double.MAX_VALUE;
  }

  private static int axis(String key) {
    List<String> keys = Stream.of(Axis.values()).map(Axis::key).toList();
    return keys.indexOf(key);
  }
}
