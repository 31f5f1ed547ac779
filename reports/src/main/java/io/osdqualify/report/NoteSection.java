package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import java.util.List;

/** The stamps in full; the first screen has room for a line each. */
final class NoteSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    List<String> stamps = Stamps.of(qualification);
    if (!stamps.isEmpty()) {
      page.heading("Notes");
      stamps.forEach(stamp -> page.paragraph("  ! ", "    ", Ink.WARN, stamp));
    }
  }
}
