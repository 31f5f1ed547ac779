package io.osdqualify.run;

import io.osdqualify.quantity.Bytes;

/** Where a run goes on. */
final class ResumeText {

  private ResumeText() {}

  static String of(Resumption resumption) {
    int done = resumption.whole().size();
    String phases = done == 1 ? "1 phase is" : done + " phases are";
    String bytes =
        resumption.progress().bytes() == 0
            ? ""
            : "; "
                + resumption.progress().phase()
                + " goes on behind its first "
                + Bytes.print(resumption.progress().bytes());
    return "Goes on in " + resumption.folder() + ": " + phases + " done" + bytes + ".";
  }
}
