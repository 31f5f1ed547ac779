package io.osdqualify.report;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.judge.Loop;
import io.osdqualify.judge.SteadyWindow;
import io.osdqualify.profile.LoopKind;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Optional;

/** Each loop's rounds, the window that counts, and whether it was steady. */
final class SteadyStateSection implements Section {

  private static final int LONGEST = 30;

  @Override
  public void draw(Qualification qualification, Page page) {
    for (LoopKind kind : LoopKind.values()) {
      Loop loop = Loop.of(kind, qualification.phases());
      if (!loop.rounds().isEmpty()) {
        draw(loop, page);
      }
    }
  }

  private static void draw(Loop loop, Page page) {
    page.heading(heading(loop));
    if (loop.hasWindow()) {
      page.table(windows(loop));
    }
    loop.tracked().forEach(cell -> page.table(rounds(loop, cell)));
  }

  private static String heading(Loop loop) {
    int rounds = loop.rounds().size();
    String what =
        loop.kind() == LoopKind.STEADY_STATE
            ? "Steady state"
            : "Steady state of " + loop.kind().probe();
    if (!loop.hasWindow()) {
      return what
          + ": "
          + rounds
          + " of the "
          + SteadyWindow.ROUNDS
          + " rounds that a window needs";
    }
    String window =
        " (window: rounds " + (loop.end() - SteadyWindow.ROUNDS + 1) + " to " + loop.end() + ")";
    if (loop.reached().isEmpty()) {
      return what + ": steady state not reached in " + rounds + " rounds" + window;
    }
    return what
        + ": reached after "
        + loop.end()
        + " rounds"
        + loop.leftAt().map(at -> ", left again in round " + at + " after it").orElse("")
        + window;
  }

  /** What PTS asks for: measured and allowed excursions, and the line. */
  private static Table windows(Loop loop) {
    Table table =
        new Table(
            "tracked",
            ">average",
            ">range",
            ">allowed",
            ">slope x 4",
            ">allowed",
            ">line at the start",
            "steady");
    for (String cell : loop.tracked()) {
      SteadyWindow window = loop.window(cell);
      table.row(
          name(cell),
          print(loop, window.average()),
          print(loop, window.range()),
          print(loop, window.rangeAllowed()),
          print(loop, window.slopeExcursion()),
          print(loop, window.slopeAllowed()),
          print(loop, window.intercept()),
          window.isSteady() ? "yes" : "no");
    }
    return table;
  }

  private static Table rounds(Loop loop, String cell) {
    List<Double> values = loop.values(cell);
    Optional<Double> average =
        loop.hasWindow() ? Optional.of(loop.window(cell).average()) : Optional.empty();
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    Table table = new Table(">round", ">" + name(cell), ">of average", "");
    for (int i = 0; i < values.size(); i++) {
      boolean counts = i >= loop.end() - SteadyWindow.ROUNDS && i < loop.end();
      double value = values.get(i);
      table.row(
          i + 1,
          print(loop, value),
          average.filter(of -> of > 0).map(of -> Ratio.percent(value / of)).orElse(""),
          bar(value, most) + (loop.hasWindow() && counts ? " *" : ""));
    }
    if (loop.hasWindow()) {
      table.note("*: the window");
    }
    return table;
  }

  private static String bar(double value, double most) {
    return most > 0 ? "█".repeat((int) Math.max(1, Math.round(value / most * LONGEST))) : "";
  }

  private static String name(String cell) {
    return cell.isEmpty() ? "value" : cell;
  }

  private static String print(Loop loop, double value) {
    Unit unit = loop.kind().quantity().unit();
    return unit == Unit.NANOSECONDS ? Durations.print(value) : Quantity.print(value, unit);
  }
}
