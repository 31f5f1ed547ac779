package io.osdqualify.evidence;

import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.quantity.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds one invented ruling. */
final class SampleCriterion {

  private final String axis;
  private final String metric;
  private final String op;
  private final Value limit;
  private final Unit unit;
  private String severity = "fail";
  private String why = "choice";

  private SampleCriterion(String axis, String metric, String op, Value limit, Unit unit) {
    this.axis = axis;
    this.metric = metric;
    this.op = op;
    this.limit = limit;
    this.unit = unit;
  }

  static SampleCriterion atLeast(String axis, String metric, double limit, Unit unit) {
    return new SampleCriterion(axis, metric, "at-least", new Value.Figure(limit), unit);
  }

  static SampleCriterion atMost(String axis, String metric, double limit, Unit unit) {
    return new SampleCriterion(axis, metric, "at-most", new Value.Figure(limit), unit);
  }

  static SampleCriterion oneOf(String axis, String metric, String... words) {
    return new SampleCriterion(axis, metric, "one-of", new Value.Words(List.of(words)), Unit.WORD);
  }

  SampleCriterion why(String source) {
    why = source;
    return this;
  }

  SampleCriterion warnOnly() {
    severity = "warn";
    return this;
  }

  CriterionResult measured(double value, Outcome outcome, String explanation) {
    double bound = ((Value.Figure) limit).value();
    double better = op.equals("at-least") ? value - bound : bound - value;
    return result(new Value.Figure(value), better / bound, outcome, explanation);
  }

  CriterionResult measured(String word, Outcome outcome, String explanation) {
    return result(new Value.Word(word), null, outcome, explanation);
  }

  CriterionResult missing(Outcome outcome, String explanation) {
    return result(null, null, outcome, explanation);
  }

  private CriterionResult result(
      @Nullable Value measured, @Nullable Double margin, Outcome outcome, String explanation) {
    return new CriterionResult(
        metric,
        axis,
        metric,
        op,
        limit,
        measured,
        unit,
        margin,
        outcome,
        severity,
        explanation,
        why);
  }
}
