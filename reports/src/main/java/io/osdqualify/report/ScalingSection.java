package io.osdqualify.report;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.profile.CommitMetric;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Operations per second over the number of streams, as bars, with the shape. */
final class ScalingSection implements Section {

  private static final int LONGEST = 44;

  @Override
  public void draw(Qualification qualification, Page page) {
    Map<String, Map<Integer, Phase>> sweeps = new LinkedHashMap<>();
    for (Phase phase : qualification.phases()) {
      CommitMetric.parse(phase.name())
          .map(CommitMetric::workload)
          .ifPresent(
              workload ->
                  sweeps
                      .computeIfAbsent(workload, sweep -> new TreeMap<>())
                      .put(phase.workload().streams(), phase));
    }
    sweeps.values().removeIf(sweep -> sweep.size() < 2);
    sweeps.forEach((workload, sweep) -> draw(workload + shape(qualification), sweep, page));
  }

  private static void draw(String title, Map<Integer, Phase> sweep, Page page) {
    double most = sweep.values().stream().mapToDouble(Phase::iops).max().orElse(0);
    Table table = new Table(">streams", ">per s", "");
    sweep.forEach(
        (streams, phase) -> {
          long length = most > 0 ? Math.round(phase.iops() / most * LONGEST) : 0;
          table.row(streams, Quantity.count(phase.iops()), "█".repeat((int) Math.max(1, length)));
        });
    page.heading("Scaling of " + title);
    page.table(table);
  }

  private static String shape(Qualification qualification) {
    return qualification
        .measurement(Metrics.SCALING_SHAPE)
        .map(shape -> ": " + shape.value().print(shape.unit()))
        .orElse("");
  }
}
