package io.osdqualify.report;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.MetricNames;
import java.util.List;
import java.util.stream.Collectors;

/** Whether the run can carry a statement: what speaks against it in full, the rest as one list. */
final class IntegritySection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    if (qualification.verdict() == null) {
      return;
    }
    List<CriterionResult> rules =
        qualification.verdict().criteria().stream().filter(Criteria::isOfTheRun).toList();
    if (rules.isEmpty()) {
      return;
    }
    page.heading("Integrity of the run");
    Table table = new Table("", "", "");
    rules.stream()
        .filter(rule -> rule.outcome().compareTo(Outcome.PASS) > 0)
        .forEach(
            rule ->
                table
                    .row(MetricNames.of(rule.metric()), Criteria.outcome(rule), "")
                    .note(rule.explanation()));
    page.table(table);
    list(page, "met: ", rules, Outcome.PASS);
    list(page, "not judged: ", rules, Outcome.NOT_JUDGED);
  }

  private static void list(Page page, String title, List<CriterionResult> rules, Outcome outcome) {
    String names =
        rules.stream()
            .filter(rule -> rule.outcome() == outcome)
            .map(rule -> MetricNames.of(rule.metric()))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      page.paragraph("  ", "    ", Ink.PLAIN, title + names);
    }
  }
}
