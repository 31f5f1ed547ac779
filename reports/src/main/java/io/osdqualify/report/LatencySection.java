package io.osdqualify.report;

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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rate and latency of each phase; a commit is a write with its flush, one number. */
final class LatencySection implements Section {

  @Override
  public void draw(Qualification qualification, Page page) {
    Table table =
        new Table("phase", ">per s", ">±", ">mean", ">p50", ">p99", ">p99.9", ">max", ">flush");
    for (Phase phase : qualification.phases()) {
      LatencyHistogram main = phase.latency().get(phase.mainKind());
      if (main == null || main.count() == 0 || !isShown(qualification, phase)) {
        continue;
      }
      LatencySummary latency = main.summary();
      table.row(
          phase.name(),
          Quantity.count(phase.iops()),
          interval(qualification, phase),
          Durations.aligned(latency.meanNs()),
          time(latency.p50Ns()),
          time(latency.p99Ns()),
          time(latency.p999Ns()),
          Durations.aligned(latency.maxNs()),
          flush(phase));
    }
    if (!table.isEmpty()) {
      page.heading(
          "Latency: a commit is the write with its flush, one number (± the 95 % interval; flush: p50)");
      page.table(table);
    }
  }

  /** Those that give rates of their own; in open loop the response counts, see LoadSection. */
  private static boolean isShown(Qualification qualification, Phase phase) {
    return CommitMetric.parse(phase.name()).isPresent()
        || (phase.unserved() == null
            && qualification.measurement(phase.name() + Metrics.RATE).isPresent());
  }

  private static String interval(Qualification qualification, Phase phase) {
    Optional<Measurement> iops = qualification.measurement(phase.name() + Metrics.RATE);
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

  private static String flush(Phase phase) {
    LatencyHistogram flush = phase.latency().get(LatencyKind.FLUSH);
    return flush == null ? "" : time(flush.percentile(50));
  }

  private static String time(@Nullable Long ns) {
    return ns == null ? "–" : Durations.aligned(ns);
  }
}
