package io.osdqualify.report;

import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verification;
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
    drawData(qualification, page);
  }

  /** Blocks that were not what was written. */
  private static void drawData(Qualification qualification, Page page) {
    Table table =
        new Table("phase", ">checked", ">lost", ">stale", ">misplaced", ">torn", ">corrupt");
    for (Phase phase : qualification.phases()) {
      Verification found = phase.verification();
      if (found != null && found.bad() > 0) {
        table.row(
            phase.name(),
            Quantity.count(found.blocks()),
            Quantity.count(found.lost()),
            Quantity.count(found.stale()),
            Quantity.count(found.misplaced()),
            Quantity.count(found.torn()),
            Quantity.count(found.corrupt()));
        Verification.BadBlock first = found.first();
        if (first != null) {
          table.note(
              "the first: %s at offset %s B of stream %d"
                  .formatted(first.found(), Quantity.count(first.offset()), first.stream()));
        }
      }
    }
    if (!table.isEmpty()) {
      page.heading("Data: blocks that are not what was written");
      page.table(table);
    }
  }
}
