package io.osdqualify.report;

import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;

/** Device errors: what failed, where and when. */
final class DeviceErrorSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table = new Table("phase", "error", "operation", ">stream", ">offset", ">count", "at");
    for (Phase phase : qualification.phases()) {
      for (DeviceError error : phase.errors()) {
        table.row(
            phase.name(),
            new Piece(Ink.BAD, error.name()),
            error.operation().key(),
            error.stream(),
            Figures.count(error.offset()) + " B",
            Figures.count(error.count()),
            Figures.instant(error.at()));
      }
    }
    if (!table.isEmpty()) {
      page.heading("Device errors: the first of each phase");
      page.table(table);
    }
  }
}
