package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import java.util.ArrayList;
import java.util.List;

/** What a reader must know before he quotes a result; stands in every format. */
final class Stamps {

  private Stamps() {}

  static List<String> of(Qualification qualification) {
    List<String> stamps = new ArrayList<>();
    if (!qualification.complete()) {
      int planned = qualification.plan().size();
      stamps.add(
          "Incomplete: "
              + qualification.phases().size()
              + (planned > 0 ? " of " + planned : "")
              + " phases were begun");
    }
    qualification.shortened().forEach(how -> stamps.add("Shortened run: " + how));
    String virtual = qualification.target().virtualReason();
    if (virtual != null) {
      stamps.add("Not a drive qualification: " + virtual);
    }
    stamps.addAll(qualification.target().notes());
    int disturbances = qualification.disturbances().size();
    if (disturbances > 0) {
      stamps.add(
          "Disturbed " + (disturbances == 1 ? "once" : disturbances + " times") + ": see below");
    }
    if (qualification.verdict() != null) {
      stamps.addAll(qualification.verdict().notes());
    }
    return stamps.stream().map(Stamps::sentence).toList();
  }

  /** With a capital at its start. */
  static String sentence(String words) {
    return words.isEmpty()
        ? words
        : Character.toString(Character.toUpperCase(words.codePointAt(0)))
            + words.substring(words.offsetByCodePoints(0, 1));
  }
}
