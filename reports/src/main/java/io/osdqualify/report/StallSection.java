package io.osdqualify.report;

import static java.util.Comparator.comparingLong;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Stall;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import java.util.List;

/** The longest waits of the whole run. */
final class StallSection implements Section {

  private static final int SHOWN = 8;

  private record Wait(Phase phase, Stall stall) {}

  @Override
  public void draw(Qualification qualification, Page page) {
    List<Wait> waits =
        qualification.phases().stream()
            .flatMap(
                phase ->
                    phase.stalls().stream()
                        .filter(stall -> stall.kind() == phase.mainKind())
                        .map(stall -> new Wait(phase, stall)))
            .sorted(comparingLong((Wait wait) -> wait.stall().latencyNs()).reversed())
            .limit(SHOWN)
            .toList();
    if (waits.isEmpty()) {
      return;
    }
    page.heading("Worst stalls");
    Table table = new Table("phase", ">latency", "kind", ">after", ">stream", ">offset");
    for (Wait wait : waits) {
      table.row(
          wait.phase().name(),
          Durations.aligned(wait.stall().latencyNs()),
          wait.stall().kind().key(),
          Durations.print(wait.stall().atSeconds() * 1e9),
          wait.stall().stream(),
          Bytes.print(wait.stall().offset()));
    }
    page.table(table);
  }
}
