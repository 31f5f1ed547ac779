package io.osdqualify.report;

import static java.util.Comparator.comparingLong;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.profile.LoopKind;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The slowest and the fastest stream of each phase with more than one. */
final class StreamSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table = new Table("phase", ">slowest", ">stream", ">fastest", ">stream", ">longest");
    for (Phase phase : qualification.phases()) {
      if (LoopKind.of(phase.probe()).isPresent()) {
        continue; // the same load again and again
      }
      groups(phase).forEach((name, streams) -> add(table, phase, name, streams));
    }
    if (!table.isEmpty()) {
      page.heading("Spread between streams");
      page.table(table);
    }
  }

  /** Streams that do the same, by what they are called. */
  private static Map<String, List<StreamResult>> groups(Phase phase) {
    List<StreamGroup> described = phase.workload().streamGroups();
    if (described == null || described.size() < 2) {
      return Map.of(phase.name(), phase.streams());
    }
    Map<String, List<StreamResult>> groups = new LinkedHashMap<>();
    int first = 0;
    for (StreamGroup group : described) {
      int end = Math.min(phase.streams().size(), first + group.streams());
      groups.put(phase.name() + "." + group.name(), phase.streams().subList(first, end));
      first = end;
    }
    return groups;
  }

  private static void add(Table table, Phase phase, String name, List<StreamResult> streams) {
    if (streams.size() < 2) {
      return;
    }
    StreamResult slow = Collections.min(streams, comparingLong(StreamResult::operations));
    StreamResult fast = Collections.max(streams, comparingLong(StreamResult::operations));
    long longest = streams.stream().mapToLong(StreamResult::maxNs).max().orElse(0);
    table.row(
        name,
        rate(slow, phase),
        slow.stream(),
        rate(fast, phase),
        fast.stream(),
        Durations.aligned(longest));
  }

  private static String rate(StreamResult stream, Phase phase) {
    return phase.durationSeconds() > 0
        ? Quantity.count(stream.operations() / phase.durationSeconds()) + "/s"
        : "–";
  }
}
