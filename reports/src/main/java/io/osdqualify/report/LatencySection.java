package io.osdqualify.report;

import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.LatencySummary;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.profile.CommitMetric;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rate and latency of each phase; a commit is a write with its flush, one number. */
final class LatencySection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table =
        new Table("phase", ">per s", ">±", ">mean", ">p50", ">p99", ">p99.9", ">max", ">flush");
    for (Phase phase : qualification.phases()) {
      if (isWhole(qualification, phase)) {
        addPhase(table, qualification, phase);
      } else {
        phase.groupResults().forEach(group -> addGroup(table, qualification, phase, group));
        if (isOpen(phase) && qualification.measurements().stream().anyMatch(of(phase))) {
          table.note("responses: from the moment that each operation was due");
        }
      }
    }
    if (!table.isEmpty()) {
      page.heading(
          "Latency: a commit is the write with its flush, one number (± the 95 % interval; flush: p50)");
      page.table(table);
    }
  }

  /** Whose figures are those of all its streams; in open loop the response counts instead. */
  private static boolean isWhole(Qualification qualification, Phase phase) {
    return CommitMetric.parse(phase.name()).isPresent()
        || (!isOpen(phase)
            && phase.groups().isEmpty()
            && qualification.measurement(phase.name() + Metrics.RATE).isPresent());
  }

  private static void addPhase(Table table, Qualification qualification, Phase phase) {
    LatencyHistogram main = phase.latency().get(phase.mainKind());
    if (main == null || main.count() == 0) {
      return;
    }
    LatencySummary latency = main.summary();
    table.row(
        phase.name(),
        Quantity.count(phase.iops()),
        interval(qualification, phase.name()),
        Durations.aligned(latency.meanNs()),
        time(latency.p50Ns()),
        time(latency.p99Ns()),
        time(latency.p999Ns()),
        Durations.aligned(latency.maxNs()),
        flush(phase.latency()));
  }

  private static boolean isOpen(Phase phase) {
    return phase.groupResults().stream()
        .anyMatch(group -> group.latency().containsKey(LatencyKind.RESPONSE));
  }

  private static Predicate<Measurement> of(Phase phase) {
    return measurement ->
        measurement.metric().startsWith(phase.name() + ".")
            && measurement.metric().endsWith(Metrics.RATE);
  }

  /** As measured: in open loop with what was not served. */
  private static void addGroup(
      Table table, Qualification qualification, Phase phase, GroupResult group) {
    String name =
        Stream.of(phase.name() + "." + group.name(), phase.name())
            .filter(prefix -> qualification.measurement(prefix + Metrics.RATE).isPresent())
            .findFirst()
            .orElse("");
    if (name.isEmpty() || qualification.measurement(name + Metrics.MAXIMUM).isEmpty()) {
      return;
    }
    table.row(
        name,
        qualification
            .measurement(name + Metrics.RATE)
            .map(rate -> Quantity.count(rate.number()))
            .orElse(""),
        interval(qualification, name),
        time(qualification, name + ".latency-mean"),
        time(qualification, name + ".latency-p50"),
        time(qualification, name + ".latency-p99"),
        time(qualification, name + ".latency-p99.9"),
        time(qualification, name + Metrics.MAXIMUM),
        flush(group.latency()));
  }

  private static String interval(Qualification qualification, String name) {
    Optional<Measurement> iops = qualification.measurement(name + Metrics.RATE);
    if (iops.isEmpty()) {
      return "";
    }
    Double low = iops.get().ci95Low();
    Double high = iops.get().ci95High();
    double value = iops.get().number();
    return low == null || high == null || !(value > 0)
        ? ""
        : Ratio.percent((high - low) / 2 / value);
  }

  private static String flush(Map<LatencyKind, LatencyHistogram> latency) {
    LatencyHistogram flush = latency.get(LatencyKind.FLUSH);
    return flush == null ? "" : time(flush.percentile(50));
  }

  private static String time(Qualification qualification, String metric) {
    return qualification
        .measurement(metric)
        .map(measurement -> Durations.aligned(measurement.number()))
        .orElse("–");
  }

  private static String time(@Nullable Long ns) {
    return ns == null ? "–" : Durations.aligned(ns);
  }
}
