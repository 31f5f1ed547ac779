package io.osdqualify.report;

import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.quantity.Quantity;

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
            Quantity.count(error.offset()) + " B",
            Quantity.count(error.count()),
            Moment.of(error.at()));
      }
    }
    if (!table.isEmpty()) {
      page.heading("Device errors: the first of each phase");
      page.table(table);
    }
  }
}
