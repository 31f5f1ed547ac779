package io.osdqualify.report;

import io.osdqualify.evidence.HostDeviation;
import io.osdqualify.evidence.Qualification;
import java.util.List;

/** What about the host bent the numbers, and the cure. */
final class HostSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    List<HostDeviation> deviations = qualification.host().deviations();
    if (deviations.isEmpty()) {
      return;
    }
    page.heading("Host");
    for (HostDeviation deviation : deviations) {
      page.paragraph("  - ", "    ", Ink.PLAIN, deviation.what() + ": " + deviation.effect() + ".");
      page.paragraph("    ", "    ", Ink.PLAIN, "fix: " + deviation.fix());
    }
  }
}
