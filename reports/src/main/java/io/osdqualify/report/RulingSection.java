package io.osdqualify.report;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import java.util.List;
import java.util.Map;

/** The axes and the criteria. */
final class RulingSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Verdict verdict = qualification.verdict();
    if (verdict == null) {
      return;
    }
    page.heading("Axes");
    Table axes = new Table("axis", "outcome", "criteria");
    for (Map.Entry<String, Outcome> axis : verdict.axes().entrySet()) {
      axes.row(
          axis.getKey(),
          new Piece(Ink.of(axis.getValue()), axis.getValue().key()),
          criteria(verdict, axis.getKey()));
    }
    page.table(axes);
    page.heading("Criteria");
    Table table = new Table("criterion", ">measured", ">limit", ">margin", "outcome");
    for (CriterionResult criterion : verdict.criteria()) {
      table.row(
          criterion.id(),
          new Piece(Ink.of(criterion.outcome()), Criteria.measured(criterion)),
          Criteria.limit(criterion),
          Criteria.margin(criterion),
          Criteria.outcome(criterion));
      table.note(criterion.explanation());
      String allowed = Criteria.allowed(criterion);
      table.note((allowed.isEmpty() ? "limit: " : allowed + ": ") + criterion.why());
    }
    page.table(table);
  }

  private static String criteria(Verdict verdict, String axis) {
    List<CriterionResult> own =
        verdict.criteria().stream().filter(criterion -> criterion.axis().equals(axis)).toList();
    long met = own.stream().filter(criterion -> criterion.outcome() == Outcome.PASS).count();
    return own.isEmpty() ? "by rule" : met + " of " + own.size() + " met";
  }
}
