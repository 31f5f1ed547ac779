package io.osdqualify.report;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.evidence.WorkloadDescription;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What each phase did, how long, and what ended it. */
final class PhaseSection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table = new Table("phase", "workload", ">counted", ">ramp", ">written", ">bandwidth");
    for (Phase phase : qualification.phases()) {
      table.row(
          phase.name(),
          workload(phase.workload()),
          Durations.print(phase.durationSeconds() * 1e9),
          Durations.print(phase.rampSeconds() * 1e9),
          Bytes.print(phase.bytes()),
          bandwidth(qualification, phase));
      groups(phase.workload()).forEach(table::note);
      table.note("ended: " + phase.endedBecause());
      if (phase.toolLimited()) {
        table.note(
            "tool-limited: above 80 % of what the engine can do here, the drive may be faster");
      }
      Long unserved = phase.unserved();
      if (unserved != null && unserved > 0) {
        table.note(
            Quantity.count(unserved) + " operations were due and had not started at the end");
      }
    }
    Set<String> measured =
        qualification.phases().stream().map(Phase::name).collect(Collectors.toSet());
    for (PlannedPhase planned : qualification.plan()) {
      boolean needed = planned.durationSeconds() > 0; // else it was only for the case that
      if (needed && measured.stream().noneMatch(planned::covers)) {
        table.row(planned.name(), new Piece(Ink.FAINT, "not run"), "", "", "", "");
      }
    }
    if (!table.isEmpty()) {
      page.heading("Phases");
      page.table(table);
    }
  }

  /** Of a phase that ends by its volume: the only one that has it. */
  private static String bandwidth(Qualification qualification, Phase phase) {
    return qualification
        .measurement(phase.name() + Metrics.BANDWIDTH)
        .map(bandwidth -> bandwidth.value().print(bandwidth.unit()))
        .orElse("");
  }

  private static String workload(WorkloadDescription workload) {
    return what(workload) + ", " + workload.backend() + used(workload.backendUsed());
  }

  private static String what(WorkloadDescription workload) {
    List<StreamGroup> groups = workload.streamGroups();
    if (groups != null && groups.size() > 1) {
      return groups.size() + " groups of streams";
    }
    return workload.durability().equals("chain")
        ? "chain of writes"
        : Bytes.print(workload.blockBytes())
            + " "
            + workload.pattern()
            + " "
            + workload.operation();
  }

  /** Each group of several in a line. */
  private static List<String> groups(WorkloadDescription workload) {
    List<StreamGroup> groups = workload.streamGroups();
    return groups == null || groups.size() < 2
        ? List.of()
        : groups.stream().map(PhaseSection::group).toList();
  }

  /** As {@code wal: 4 streams, 4 to 64 KiB sequential, fdatasync, 500/s each, depth 1}. */
  private static String group(StreamGroup group) {
    int least = group.blocks().stream().mapToInt(StreamGroup.Block::blockBytes).min().orElse(0);
    int most = group.blocks().stream().mapToInt(StreamGroup.Block::blockBytes).max().orElse(0);
    Double rate = group.rate();
    return group.name()
        + ": "
        + group.streams()
        + (group.streams() == 1 ? " stream, " : " streams, ")
        + Bytes.print(least)
        + (most > least ? " to " + Bytes.print(most) : "")
        + " "
        + group.pattern()
        + writes(group)
        + (rate == null ? ", closed loop" : ", " + Quantity.count(rate) + "/s each")
        + ", depth "
        + group.depth();
  }

  private static String writes(StreamGroup group) {
    if (group.durability() == null) {
      return " reads";
    }
    return " writes, "
        + group.durability()
        + (group.flushEvery() > 1 ? " each " + group.flushEvery() : "");
  }

  private static String used(@Nullable List<String> words) {
    return words == null || words.isEmpty() ? "" : " (" + String.join(", ", words) + ")";
  }
}
