package io.osdqualify.report;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Optional;

/** How much load a drive bears, and what its answers take at shares of that. */
final class LoadSection implements Section {

  private static final String KNEE = ".knee.threads";
  private static final String BEST = ".best-method";

  @Override
  public void draw(Qualification qualification, Page page) {
    drawKnees(qualification, page);
    drawCurve(qualification, page);
    drawMethods(qualification, page);
  }

  private static void drawKnees(Qualification qualification, Page page) {
    Table table =
        new Table(
            "load", ">most per s", ">at the knee", ">threads", ">depth", ">p99", ">p99.9", ">CPU");
    for (String load : ending(qualification, KNEE)) {
      String knee = load + ".knee";
      table.row(
          load,
          count(qualification, load + ".max.iops"),
          count(qualification, knee + ".iops"),
          count(qualification, knee + ".threads"),
          count(qualification, knee + ".depth"),
          time(qualification, knee + ".latency-p99"),
          time(qualification, knee + ".latency-p99.9"),
          time(qualification, knee + ".cpu"));
    }
    if (!table.isEmpty()) {
      page.heading(
          "Saturation: the knee is the smallest load with 95 % of the most (CPU: each I/O)");
      page.table(table);
    }
  }

  private static void drawCurve(Qualification qualification, Page page) {
    Table table =
        new Table("load", ">per s", ">mean", ">p50", ">p99", ">p99.9", ">max", ">not served");
    for (Phase phase : qualification.phases()) {
      Optional<Measurement> unserved = qualification.measurement(phase.name() + ".unserved");
      if (unserved.isPresent()) {
        table.row(
            phase.name(),
            count(qualification, phase.name() + ".iops"),
            time(qualification, phase.name() + ".latency-mean"),
            time(qualification, phase.name() + ".latency-p50"),
            time(qualification, phase.name() + ".latency-p99"),
            time(qualification, phase.name() + ".latency-p99.9"),
            time(qualification, phase.name() + ".latency-max"),
            Ratio.percent(unserved.get().number()));
      }
    }
    if (!table.isEmpty()) {
      page.heading("Response latency against load, from when an operation was due");
      page.table(table);
    }
  }

  private static void drawMethods(Qualification qualification, Page page) {
    Table table = new Table("writes", "best method", ">per s", ">bandwidth", ">p50", ">p99");
    for (String writes : ending(qualification, BEST)) {
      String best = writes.replaceFirst("^pmem\\.", "pmem.best.");
      if (!best.equals(writes)) {
        table.row(
            writes,
            print(qualification, writes + BEST),
            count(qualification, best + ".iops"),
            print(qualification, best + ".bandwidth"),
            time(qualification, best + ".latency-p50"),
            time(qualification, best + ".latency-p99"));
      }
    }
    if (!table.isEmpty()) {
      page.heading("Persistent memory: the fastest method (none: within the noise of another)");
      page.table(table);
    }
  }

  /** What the metrics that end so begin with. */
  private static List<String> ending(Qualification qualification, String end) {
    return qualification.measurements().stream()
        .map(Measurement::metric)
        .filter(metric -> metric.endsWith(end))
        .map(metric -> metric.substring(0, metric.length() - end.length()))
        .toList();
  }

  private static String count(Qualification qualification, String metric) {
    return qualification.measurement(metric).map(one -> Quantity.count(one.number())).orElse("–");
  }

  private static String time(Qualification qualification, String metric) {
    return qualification
        .measurement(metric)
        .filter(one -> one.unit() == Unit.NANOSECONDS)
        .map(one -> Durations.aligned(one.number()))
        .orElse("–");
  }

  private static String print(Qualification qualification, String metric) {
    return qualification.measurement(metric).map(one -> one.value().print(one.unit())).orElse("–");
  }
}
