package io.osdqualify.report;

import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.Value;
import java.util.List;
import java.util.Objects;

/** What is inferred of the power-loss protection, and from what. */
final class PowerLossSection implements Section {

  private static final String FINDING = "plp.finding";

  private record Evidence(String metric, String label, String remark) {}

  private static final List<Evidence> EVIDENCE =
      List.of(
          new Evidence(FINDING, "finding", ""),
          new Evidence("commit.fdatasync.streams-1.iops", "commits by fdatasync", ""),
          new Evidence("commit.dsync.streams-1.iops", "commits by dsync", ""),
          new Evidence("commit.none.streams-1.iops", "writes without a flush", ""),
          new Evidence("flush.ratio", "commits to plain writes", "decides nothing alone"),
          new Evidence("flush.latency-p50", "flush p50", ""));

  @Override
  public void draw(Qualification qualification, Page page) {
    List<Measurement> measurements = qualification.measurements();
    if (measurements.stream().noneMatch(measurement -> measurement.metric().equals(FINDING))) {
      return;
    }
    page.heading("Power-loss protection: inferred; only a power-cut test proves it");
    Table table = new Table("", "", "");
    EVIDENCE.forEach(evidence -> show(table, measurements, evidence));
    qualification.phases().stream()
        .filter(phase -> phase.name().equals("commit.fdatasync.streams-1"))
        .findFirst()
        .ifPresent(phase -> flushes(table, phase));
    TargetFacts target = qualification.target();
    table.row(
        "write cache, kernel's view", Objects.requireNonNullElse(target.writeCache(), "unknown"));
    table.row("write cache, drive's own word", target.deviceCache().key());
    page.table(table);
  }

  private static void show(Table table, List<Measurement> measurements, Evidence evidence) {
    for (Measurement measurement : measurements) {
      if (measurement.metric().equals(evidence.metric())) {
        boolean word = measurement.value() instanceof Value.Word;
        table.row(
            evidence.label(),
            new Piece(
                word ? Ink.STRONG : Ink.PLAIN,
                Figures.value(measurement.value(), measurement.unit())),
            evidence.remark());
      }
    }
  }

  private static void flushes(Table table, Phase phase) {
    DiskCounters disk = phase.disk();
    if (disk != null) {
      Long counted = disk.deviceFlushes();
      table.row(
          "flushes that reached the device",
          counted == null ? "not counted" : Figures.count(counted),
          "of " + Figures.count(disk.engineFlushes()) + " asked for");
    }
  }
}
