package io.osdqualify.report;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The axes and the criteria of the drive. */
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
    verdict.criteria().stream()
        .filter(criterion -> !Criteria.isOfTheRun(criterion))
        .forEach(criterion -> add(table, criterion));
    page.table(table);
  }

  private static void add(Table table, CriterionResult criterion) {
    table.row(
        criterion.id(),
        new Piece(Ink.of(criterion.outcome()), Criteria.measured(criterion)),
        Criteria.limit(criterion),
        Criteria.margin(criterion),
        Criteria.outcome(criterion));
    if (!Criteria.rowSaysAll(criterion)) {
      table.note(criterion.explanation());
    }
    String allowed = Criteria.allowed(criterion);
    table.note((allowed.isEmpty() ? "limit: " : allowed + ": ") + criterion.why());
  }

  /** Of the criteria that were judged, how many are met. */
  private static String criteria(Verdict verdict, String axis) {
    List<CriterionResult> own =
        verdict.criteria().stream().filter(criterion -> criterion.axis().equals(axis)).toList();
    long judged = count(own, criterion -> criterion.outcome() != Outcome.NOT_JUDGED);
    long met = count(own, criterion -> criterion.outcome() == Outcome.PASS);
    long open = own.size() - judged;
    if (judged == 0) {
      return open + " not judged";
    }
    return met + " of " + judged + " met" + (open == 0 ? "" : ", " + open + " not judged");
  }

  private static long count(List<CriterionResult> criteria, Predicate<CriterionResult> which) {
    return criteria.stream().filter(which).count();
  }
}
