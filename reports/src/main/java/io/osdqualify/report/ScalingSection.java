package io.osdqualify.report;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.quantity.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operations per second over the number of streams, as bars, with the shape. */
final class ScalingSection implements Section {

  private static final Pattern STREAMS = Pattern.compile("(.*)\\.streams-(\\d+)");
  private static final int LONGEST = 44;

  @Override
  public void draw(Qualification qualification, Page page) {
    Map<String, Map<Integer, Phase>> sweeps = new LinkedHashMap<>();
    for (Phase phase : qualification.phases()) {
      Matcher name = STREAMS.matcher(phase.name());
      if (name.matches()) {
        sweeps
            .computeIfAbsent(name.group(1), prefix -> new TreeMap<>())
            .put(phase.workload().streams(), phase);
      }
    }
    sweeps.values().removeIf(sweep -> sweep.size() < 2);
    sweeps.forEach((prefix, sweep) -> draw(prefix + shape(qualification), sweep, page));
  }

  private static void draw(String title, Map<Integer, Phase> sweep, Page page) {
    double most = sweep.values().stream().mapToDouble(Phase::iops).max().orElse(0);
    Table table = new Table(">streams", ">per s", "");
    sweep.forEach(
        (streams, phase) -> {
          long length = most > 0 ? Math.round(phase.iops() / most * LONGEST) : 0;
          table.row(streams, Figures.count(phase.iops()), "█".repeat((int) Math.max(1, length)));
        });
    page.heading("Scaling of " + title);
    page.table(table);
  }

  private static String shape(Qualification qualification) {
    return qualification.measurements().stream()
        .filter(measurement -> measurement.metric().equals("scaling.shape"))
        .map(Measurement::value)
        .map(value -> ": " + Figures.value(value, Unit.WORD))
        .findFirst()
        .orElse("");
  }
}
