package io.osdqualify.report;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Value;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Axis;
import io.osdqualify.quantity.Ratio;

/** The parts of a ruling as they stand in tables. */
final class Criteria {

  private Criteria() {}

  static String measured(CriterionResult criterion) {
    Value measured = criterion.measured();
    return measured == null ? "not measured" : measured.print(criterion.unit());
  }

  /** As {@code ≥ 5 000/s}; empty where words are allowed. */
  static String limit(CriterionResult criterion) {
    if (!(criterion.limit() instanceof Value.Figure limit)) {
      return "";
    }
    String sign =
        switch (criterion.op()) {
          case "at-least" -> "≥ ";
          case "at-most" -> "≤ ";
          default -> "";
        };
    return sign + limit.print(criterion.unit());
  }

  /** The words that are allowed, for a line of their own; empty where the limit is a number. */
  static String allowed(CriterionResult criterion) {
    Value limit = criterion.limit();
    return limit == null || limit instanceof Value.Figure
        ? ""
        : "allowed: " + limit.print(criterion.unit());
  }

  /** As {@code 9.1× below}. */
  static String margin(CriterionResult criterion) {
    return criterion.measured() instanceof Value.Figure measured
            && criterion.limit() instanceof Value.Figure limit
        ? Ratio.distance(measured.value(), limit.value())
        : "";
  }

  /** Whether it is about the run and not about the drive. */
  static boolean isOfTheRun(CriterionResult criterion) {
    return criterion.axis().equals(Axis.INTEGRITY.key());
  }

  /** Whether measured value, limit and margin are all that there is to say. */
  static boolean rowSaysAll(CriterionResult criterion) {
    boolean clear = criterion.outcome() == Outcome.PASS || criterion.outcome() == Outcome.FAIL;
    return clear && criterion.measured() != null;
  }

  /** A miss that moves no verdict. */
  private static boolean warns(CriterionResult criterion) {
    return criterion.severity().equals("warn") && criterion.outcome().compareTo(Outcome.PASS) > 0;
  }

  static Piece outcome(CriterionResult criterion) {
    String word = criterion.outcome().key();
    return new Piece(Ink.of(criterion.outcome()), warns(criterion) ? word + ", warning" : word);
  }
}
