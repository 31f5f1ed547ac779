package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import java.io.IOException;
import java.io.OutputStream;

/** The result itself, as result.json holds it. */
public final class JsonReport implements Printer {

  @Override
  public void print(Qualification qualification, OutputStream out) throws IOException {
    ResultJson.write(out, qualification);
  }
}
