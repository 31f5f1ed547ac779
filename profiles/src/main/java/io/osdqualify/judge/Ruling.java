package io.osdqualify.judge;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Value;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Criterion;
import io.osdqualify.quantity.Unit;
import org.jspecify.annotations.Nullable;

/** What a criterion came to, before it is written down with the criterion's own words. */
record Ruling(
    Outcome outcome,
    @Nullable Value limit,
    @Nullable Value measured,
    Unit unit,
    @Nullable Double margin,
    String explanation) {

  /** Nothing was compared: not judged, or not to be judged from this run. */
  static Ruling without(Outcome outcome, @Nullable Value limit, Unit unit, String explanation) {
    return new Ruling(outcome, limit, null, unit, null, explanation);
  }

  Ruling but(Outcome other, String more) {
    return new Ruling(other, limit, measured, unit, margin, explanation + more);
  }

  CriterionResult of(Criterion criterion, String metric, String op) {
    return new CriterionResult(
        criterion.id(),
        criterion.axis().key(),
        metric,
        op,
        limit,
        measured,
        unit,
        margin,
        outcome,
        criterion.severity().key(),
        explanation,
        criterion.why());
  }
}
