package io.osdqualify.report;

import static java.util.Comparator.comparingLong;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import java.util.Collections;

/** The slowest and the fastest stream of each phase with more than one. */
final class StreamSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table = new Table("phase", ">slowest", ">stream", ">fastest", ">stream", ">longest");
    for (Phase phase : qualification.phases()) {
      if (phase.streams().size() < 2) {
        continue;
      }
      StreamResult slow = Collections.min(phase.streams(), comparingLong(StreamResult::operations));
      StreamResult fast = Collections.max(phase.streams(), comparingLong(StreamResult::operations));
      long longest = phase.streams().stream().mapToLong(StreamResult::maxNs).max().orElse(0);
      table.row(
          phase.name(),
          rate(slow, phase),
          slow.stream(),
          rate(fast, phase),
          fast.stream(),
          Durations.aligned(longest));
    }
    if (!table.isEmpty()) {
      page.heading("Spread between streams");
      page.table(table);
    }
  }

  private static String rate(StreamResult stream, Phase phase) {
    return phase.durationSeconds() > 0
        ? Quantity.count(stream.operations() / phase.durationSeconds()) + "/s"
        : "–";
  }
}
