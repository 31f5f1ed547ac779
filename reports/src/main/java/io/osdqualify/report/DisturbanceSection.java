package io.osdqualify.report;

import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Qualification;
import java.util.Objects;

/** What bent the numbers. */
final class DisturbanceSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
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
          Moment.of(disturbance.startedAt()),
          Moment.of(disturbance.endedAt()));
      table.note(disturbance.detail());
    }
    page.table(table);
  }
}
