package io.osdqualify.workload;

import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.judge.Loop;
import io.osdqualify.judge.SteadyWindow;
import io.osdqualify.profile.InFlight;
import io.osdqualify.profile.LoopCell;
import io.osdqualify.profile.LoopStep;
import io.osdqualify.quantity.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rounds of a loop of loads until they are steady, or until there were enough of them. Each cell of
 * a round is a phase of set time without a ramp: it goes on where the one before has ended, after a
 * fraction of a second in which the drive rests, and its time starts with its first operation.
 */
public record SteadyState(LoopStep step) implements Probe {

  private static final int PERMILLE = 10;

  /** PTS: 4 KiB writes, one at a time. */
  private static final LoopCell ONE_AT_A_TIME =
      new LoopCell("", false, 0, 4 << 10, new InFlight(1, 1));

  @Override
  public List<Outline> outline(ProbeContext context) {
    List<LoopCell> cells = cells(context);
    if (cells.isEmpty()) {
      return List.of();
    }
    List<Outline> outlines = new ArrayList<>();
    PhasePlan first = cell(context, step.kind().rounds(), 1, cells.get(0));
    int least = cells.size() * Math.min(SteadyWindow.ROUNDS, most(context));
    // A drive that was written before is steady in its first window.
    outlines.add(
        new Outline(
            step.kind().rounds(),
            what(context, cells, first),
            first,
            least,
            cells.size() * most(context),
            least));
    if (hold(context) > 0) {
      PhasePlan held = cell(context, step.kind().holds(), 1, cells.get(0));
      outlines.add(
          new Outline(step.kind().holds(), held.what() + ", once steady", held, 0, hold(context)));
    }
    if (!step.histogram().isZero()) {
      outlines.add(Outline.once(histogram(context)));
    }
    return outlines;
  }

  private String what(ProbeContext context, List<LoopCell> cells, PhasePlan first) {
    String rounds = " until steady, " + SteadyWindow.ROUNDS + " to " + most(context) + " rounds";
    return (cells.size() == 1
            ? first.what()
            : cells.size() + " loads of " + Durations.print(time(context)) + " each")
        + rounds;
  }

  @Override
  public List<Missing> leftOut(ProbeContext context) {
    return step.cells().stream()
        .filter(cell -> cell.blockBytes() < context.logicalBlockBytes())
        .map(
            cell ->
                new Missing(
                    step.kind().of(cell),
                    "the target's blocks have "
                        + context.logicalBlockBytes()
                        + " B, "
                        + cell.blockBytes()
                        + " B are asked for"))
        .toList();
  }

  @Override
  public Optional<PhasePlan> next(ProbeContext context, List<Phase> measured) {
    List<LoopCell> cells = cells(context);
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    Loop loop = Loop.of(step.kind(), measured, cells.size());
    if (loop.reached().isEmpty() && loop.rounds().size() < most(context)) {
      return Optional.of(nextCell(context, cells, loop));
    }
    if (loop.reached().isPresent() && loop.held().size() < hold(context)) {
      return Optional.of(cell(context, step.kind().holds(), loop.held().size() + 1, cells.get(0)));
    }
    boolean done =
        step.histogram().isZero()
            || measured.stream().anyMatch(phase -> phase.name().equals(LoopStep.HISTOGRAM));
    return done ? Optional.empty() : Optional.of(histogram(context));
  }

  private PhasePlan nextCell(ProbeContext context, List<LoopCell> cells, Loop loop) {
    Map<String, Phase> begun = loop.unfinished();
    LoopCell next =
        cells.stream().filter(cell -> !begun.containsKey(cell.key())).findFirst().orElseThrow();
    return cell(context, step.kind().rounds(), loop.rounds().size() + 1, next);
  }

  private List<LoopCell> cells(ProbeContext context) {
    return step.cells().stream()
        .filter(cell -> cell.blockBytes() >= context.logicalBlockBytes())
        .toList();
  }

  /** {@code --quick} has time for one window of short rounds. */
  private int most(ProbeContext context) {
    return context.quick() ? SteadyWindow.ROUNDS : step.most();
  }

  private int hold(ProbeContext context) {
    return context.quick() ? 0 : step.hold();
  }

  private Duration time(ProbeContext context) {
    return FixedTime.of(step.time(), step.phase(), context);
  }

  private PhasePlan cell(ProbeContext context, String part, int number, LoopCell cell) {
    String name =
        String.format(Locale.ROOT, "%s.%02d", part, number)
            + (cell.key().isEmpty() ? "" : "." + cell.key());
    return plan(context, name, cell, time(context));
  }

  private PhasePlan histogram(ProbeContext context) {
    Duration time = FixedTime.of(step.histogram(), step.phase(), context);
    return plan(context, LoopStep.HISTOGRAM, ONE_AT_A_TIME, time);
  }

  private PhasePlan plan(ProbeContext context, String name, LoopCell cell, Duration time) {
    WholeRange range =
        new WholeRange(
            cell.sequential(),
            cell.blockBytes(),
            cell.readPercent() * PERMILLE,
            cell.inFlight(),
            step.engine());
    Workload workload = range.workload(context, name, Duration.ZERO, time, 0);
    return new PhasePlan(
        step.probe(), name, range.describe(context), workload, FixedTime.rule(time));
  }
}
