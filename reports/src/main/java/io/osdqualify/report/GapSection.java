package io.osdqualify.report;

import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Qualification;
import java.util.Objects;

/** What is missing and what disturbed. */
final class GapSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    if (!qualification.missing().isEmpty()) {
      page.heading("Missing");
      Table table = new Table("what", "why");
      for (Missing missing : qualification.missing()) {
        table.row(missing.what(), missing.reason());
      }
      page.table(table);
    }
    page.heading("Disturbances");
    if (qualification.disturbances().isEmpty()) {
      page.line(Piece.of("  none seen"));
      return;
    }
    Table table = new Table("kind", "phase", "from", "to");
    for (Disturbance disturbance : qualification.disturbances()) {
      table.row(
          disturbance.kind(),
          Objects.requireNonNullElse(disturbance.phase(), "several"),
          Figures.instant(disturbance.startedAt()),
          Figures.instant(disturbance.endedAt()));
      table.note(disturbance.detail());
    }
    page.table(table);
  }
}
