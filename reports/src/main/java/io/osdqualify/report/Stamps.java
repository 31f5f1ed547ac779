package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import java.util.ArrayList;
import java.util.List;

/** What a reader must know before he quotes a result; stands in every format. */
final class Stamps {

  private Stamps() {}

  /** One line each, on the first screen. */
  static List<String> of(Qualification qualification) {
    List<String> stamps = new ArrayList<>();
    if (!qualification.complete()) {
      int planned = qualification.plan().size();
      stamps.add(
          "incomplete: "
              + qualification.phases().size()
              + (planned > 0 ? " of " + planned : "")
              + " phases were begun");
    }
    if (!qualification.shortened().isEmpty()) {
      stamps.add("shortened: " + String.join("; ", qualification.shortened()));
    }
    String virtual = qualification.target().virtualReason();
    if (virtual == null) {
      stamps.addAll(qualification.target().notes());
    } else {
      stamps.add("not a drive: " + virtual);
    }
    if (mapsPageCache(qualification)) {
      stamps.add(
          "not persistent memory: the pmem engine wrote to the page cache and flushed by msync");
    }
    int disturbances = qualification.disturbances().size();
    if (disturbances > 0) {
      stamps.add(
          "disturbed " + (disturbances == 1 ? "once" : disturbances + " times") + ": see below");
    }
    return stamps;
  }

  private static boolean mapsPageCache(Qualification qualification) {
    return qualification.phases().stream()
        .map(phase -> phase.workload().backendUsed())
        .anyMatch(used -> used != null && used.contains("page-cache"));
  }

  /** What is worth knowing besides; no stamp is said again. */
  static List<String> notes(Qualification qualification) {
    List<String> notes = new ArrayList<>();
    if (qualification.target().virtualReason() != null) {
      notes.addAll(qualification.target().notes());
    }
    if (qualification.verdict() != null) {
      notes.addAll(qualification.verdict().notes());
    }
    return notes;
  }
}
