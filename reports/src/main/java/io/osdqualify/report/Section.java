package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;

/** One part of the terminal report; it draws nothing where it has nothing to show. */
interface Section {
  void draw(Qualification qualification, Page page);
}
