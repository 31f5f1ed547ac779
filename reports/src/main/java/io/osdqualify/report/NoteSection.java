package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import java.util.List;

/** The notes of the target and of the verdict. */
final class NoteSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    List<String> notes = Stamps.notes(qualification);
    if (!notes.isEmpty()) {
      page.heading("Notes");
      notes.forEach(note -> page.paragraph("  - ", "    ", Ink.PLAIN, note));
    }
  }
}
