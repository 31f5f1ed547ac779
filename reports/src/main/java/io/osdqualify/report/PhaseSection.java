package io.osdqualify.report;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.WorkloadDescription;
import java.util.Set;
import java.util.stream.Collectors;

/** What each phase did, how long, and what ended it. */
final class PhaseSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table = new Table("phase", "workload", ">counted", ">ramp", ">written");
    for (Phase phase : qualification.phases()) {
      table.row(
          phase.name(),
          workload(phase.workload()),
          Figures.seconds(phase.durationSeconds()),
          Figures.seconds(phase.rampSeconds()),
          Figures.bytes(phase.bytes()));
      table.note("ended: " + phase.endedBecause());
    }
    Set<String> measured =
        qualification.phases().stream().map(Phase::name).collect(Collectors.toSet());
    for (PlannedPhase planned : qualification.plan()) {
      if (!measured.contains(planned.name())) {
        table.row(planned.name(), new Piece(Ink.FAINT, "not run"), "", "", "");
      }
    }
    if (!table.isEmpty()) {
      page.heading("Phases");
      page.table(table);
    }
  }

  private static String workload(WorkloadDescription workload) {
    return Figures.bytes(workload.blockBytes())
        + " "
        + workload.pattern()
        + " "
        + workload.operation()
        + ", "
        + workload.backend();
  }
}
