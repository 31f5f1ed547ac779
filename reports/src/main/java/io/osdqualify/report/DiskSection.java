package io.osdqualify.report;

import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;

/** The kernel's disk statistics beside the engine's own count. */
final class DiskSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table =
        new Table(
            "phase",
            ">engine wrote",
            ">device wrote",
            ">difference",
            ">flushes",
            ">seen",
            ">merges");
    for (Phase phase : qualification.phases()) {
      DiskCounters disk = phase.disk();
      if (disk != null) {
        table.row(
            phase.name(),
            Bytes.print(disk.engineWrittenBytes()),
            Bytes.print(disk.deviceWrittenBytes()),
            difference(disk),
            Quantity.count(disk.engineFlushes()),
            disk.deviceFlushes() == null ? "not counted" : Quantity.count(disk.deviceFlushes()),
            Quantity.count(disk.writeMerges()));
      }
    }
    if (!table.isEmpty()) {
      page.heading("Disk statistics: the kernel's count beside ours, ramp included");
      page.table(table);
    }
  }

  private static String difference(DiskCounters disk) {
    return disk.engineWrittenBytes() == 0
        ? "–"
        : Ratio.change(
            ((double) disk.deviceWrittenBytes() - disk.engineWrittenBytes())
                / disk.engineWrittenBytes());
  }
}
