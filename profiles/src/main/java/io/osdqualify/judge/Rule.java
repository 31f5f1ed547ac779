package io.osdqualify.judge;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Value;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.quantity.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rule of the axis integrity: its name and its source. Written down like a profile's criterion,
 * so that readers and programs need no second form; the metric is the rule's own name.
 */
record Rule(String id, String why) {

  /** A state that is well only as one of these words. */
  CriterionResult state(String word, List<String> well, String explanation) {
    Outcome outcome = well.contains(word) ? Outcome.PASS : Outcome.INCONCLUSIVE;
    return result(
        "one-of", new Value.Words(well), new Value.Word(word), Unit.WORD, outcome, explanation);
  }

  /** A number that must not exceed a limit. */
  CriterionResult atMost(double measured, double limit, Outcome otherwise, String explanation) {
    Outcome outcome = measured <= limit ? Outcome.PASS : otherwise;
    return result(
        "at-most",
        new Value.Figure(limit),
        new Value.Figure(measured),
        Unit.NONE,
        outcome,
        explanation);
  }

  /** The rule has nothing to look at in this run. */
  CriterionResult notJudged(String explanation) {
    return result("at-most", null, null, Unit.NONE, Outcome.NOT_JUDGED, explanation);
  }

  private CriterionResult result(
      String op,
      @Nullable Value limit,
      @Nullable Value measured,
      Unit unit,
      Outcome outcome,
      String explanation) {
    return new CriterionResult(
        id,
        Axis.INTEGRITY.key(),
        id,
        op,
        limit,
        measured,
        unit,
        null,
        outcome,
        Severity.FAIL.key(),
        explanation,
        why);
  }
}
