package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import java.io.IOException;
import java.io.OutputStream;

/** Shows a result in one format. The same result gives the same bytes, whatever the locale. */
public interface Printer {

  /** Prints the whole report; the stream stays open. Texts are UTF-8. */
  void print(Qualification qualification, OutputStream out) throws IOException;
}
