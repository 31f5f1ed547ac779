package io.osdqualify.report;

import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Quantity;
import java.util.List;
import java.util.Objects;

/** What is inferred of the power-loss protection, and from what. */
final class PowerLossSection implements Section {

  private static final String FDATASYNC = Metrics.commitPhase(Durability.FDATASYNC, 1);

  private record Evidence(String metric, String label, String remark) {}

  private static final List<Evidence> EVIDENCE =
      List.of(
          new Evidence(Metrics.PLP_FINDING, "finding", ""),
          new Evidence(FDATASYNC + Metrics.RATE, "commits by fdatasync", ""),
          new Evidence(
              Metrics.commitPhase(Durability.DSYNC, 1) + Metrics.RATE, "commits by dsync", ""),
          new Evidence(
              Metrics.commitPhase(Durability.NONE, 1) + Metrics.RATE, "writes without a flush", ""),
          new Evidence(Metrics.FLUSH_RATIO, "commits to plain writes", "decides nothing alone"),
          new Evidence(Metrics.FLUSH_P50, "flush p50", ""));

  @Override
  public void draw(Qualification qualification, Page page) {
    if (qualification.measurement(Metrics.PLP_FINDING).isEmpty()) {
      return;
    }
    page.heading("Power-loss protection: inferred; only a power-cut test proves it");
    Table table = new Table("", "", "");
    EVIDENCE.forEach(
        evidence ->
            qualification
                .measurement(evidence.metric())
                .ifPresent(measurement -> show(table, evidence, measurement)));
    qualification.phases().stream()
        .filter(phase -> phase.name().equals(FDATASYNC))
        .findFirst()
        .ifPresent(phase -> flushes(table, phase));
    TargetFacts target = qualification.target();
    table.row(
        "write cache, kernel's view", Objects.requireNonNullElse(target.writeCache(), "unknown"));
    table.row("write cache, drive's own word", target.deviceCache().key());
    page.table(table);
  }

  private static void show(Table table, Evidence evidence, Measurement measurement) {
    boolean word = measurement.value() instanceof Value.Word;
    table.row(
        evidence.label(),
        new Piece(word ? Ink.STRONG : Ink.PLAIN, measurement.value().print(measurement.unit())),
        evidence.remark());
  }

  private static void flushes(Table table, Phase phase) {
    DiskCounters disk = phase.disk();
    if (disk != null) {
      Long counted = disk.deviceFlushes();
      table.row(
          "flushes that reached the device",
          counted == null ? "not counted" : Quantity.count(counted),
          "of " + Quantity.count(disk.engineFlushes()) + " asked for");
    }
  }
}
