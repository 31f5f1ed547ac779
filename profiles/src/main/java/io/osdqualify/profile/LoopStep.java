package io.osdqualify.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A loop of loads that is repeated until it is steady: SNIA's way to a number that can be repeated
 * (PTS 2.0.2).
 *
 * @param time of each cell in each round
 * @param most rounds
 * @param hold rounds after the steady state was reached, to see whether it lasts
 * @param histogram of 4 KiB writes afterwards, one at a time; zero: none
 */
public record LoopStep(
    LoopKind kind,
    List<LoopCell> cells,
    Duration time,
    int most,
    int hold,
    Duration histogram,
    Conduct conduct)
    implements PlanStep {

  /** Name of the phase with the full histogram. */
  public static final String HISTOGRAM = LoopKind.LATENCY.prefix() + ".histogram";

  /** Percentiles of a window, and of the histogram, that a profile can judge. */
  private static final List<String> TAIL =
      List.of(Metrics.MEAN, ".latency-p50", ".latency-p99", ".latency-p99.9", Metrics.MAXIMUM);

  /** The window of PTS: a loop can't be steady before. */
  public static final int WINDOW = 5;

  /** PTS: after so many rounds what there is is reported. */
  private static final int MOST_ROUNDS = 25;

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** PTS: 20 minutes. */
  private static final Duration HISTOGRAM_TIME = Duration.ofMinutes(20);

  private static final InFlight ONE = new InFlight(1, 1);

  private static final String ROUND = "round";
  private static final String ROUNDS = "rounds";
  private static final String HOLD = "hold";
  private static final String CELL = "cell";

  static final StepBinder STEADY_STATE =
      new StepBinder(
          List.of(
              "pattern", "reads", "block", InFlight.STREAMS, InFlight.DEPTH, ROUND, ROUNDS, HOLD),
          LoopStep::steadyState);

  static final StepBinder IOPS =
      new StepBinder(
          List.of(InFlight.STREAMS, InFlight.DEPTH, CELL, ROUNDS),
          (fields, conduct, reader) ->
              set(LoopKind.IOPS, iops(InFlight.read(fields, reader)), fields, conduct, reader));

  static final StepBinder LATENCY =
      new StepBinder(
          List.of(CELL, ROUNDS, "histogram"),
          (fields, conduct, reader) ->
              set(LoopKind.LATENCY, latency(), fields, conduct, reader)
                  .map(
                      step ->
                          step.withHistogram(
                              StepTimes.timeOrNone(fields, "histogram", HISTOGRAM_TIME, reader))));

  static final StepBinder THROUGHPUT =
      new StepBinder(
          List.of(InFlight.STREAMS, InFlight.DEPTH, CELL, ROUNDS),
          (fields, conduct, reader) ->
              set(
                  LoopKind.THROUGHPUT,
                  throughput(InFlight.read(fields, reader)),
                  fields,
                  conduct,
                  reader));

  public LoopStep {
    cells = List.copyOf(cells);
  }

  private static Optional<LoopStep> steadyState(Fields fields, Conduct conduct, StepReader reader) {
    Map<String, Boolean> patterns = new LinkedHashMap<>();
    patterns.put("random", false);
    patterns.put("sequential", true);
    LoopCell cell =
        new LoopCell(
            "",
            fields
                .get("pattern")
                .flatMap(node -> reader.values().word(node, "pattern", patterns))
                .orElse(false),
            fields
                .get("reads")
                .flatMap(node -> reader.values().share(node, 0, 1))
                .map(share -> (int) Math.round(share * 100))
                .orElse(0),
            reader.block(fields, StepReader.COMMIT_BLOCK),
            InFlight.read(fields, reader));
    return Optional.of(
        new LoopStep(
            LoopKind.STEADY_STATE,
            List.of(cell),
            StepTimes.time(fields, ROUND, MINUTE, reader),
            rounds(fields, reader),
            fields.get(HOLD).flatMap(node -> reader.values().whole(node, 0, MOST_ROUNDS)).orElse(0),
            Duration.ZERO,
            conduct));
  }

  private static Optional<LoopStep> set(
      LoopKind kind, List<LoopCell> cells, Fields fields, Conduct conduct, StepReader reader) {
    return Optional.of(
        new LoopStep(
            kind,
            cells,
            StepTimes.time(fields, CELL, MINUTE, reader),
            rounds(fields, reader),
            0,
            Duration.ZERO,
            conduct));
  }

  private LoopStep withHistogram(Duration length) {
    return new LoopStep(kind, cells, time, most, hold, length, conduct);
  }

  private static int rounds(Fields fields, StepReader reader) {
    return fields
        .get(ROUNDS)
        .flatMap(node -> reader.values().whole(node, WINDOW, MOST_ROUNDS))
        .orElse(MOST_ROUNDS);
  }

  /** In PTS's order: from all reads to all writes, from large to small. */
  private static List<LoopCell> iops(InFlight inFlight) {
    return cells(
        false,
        List.of(100, 95, 65, 50, 35, 5, 0),
        List.of(1 << 20, 128 << 10, 64 << 10, 32 << 10, 16 << 10, 8 << 10, 4 << 10, 512),
        inFlight);
  }

  private static List<LoopCell> latency() {
    return cells(false, List.of(100, 65, 0), List.of(8 << 10, 4 << 10, 512), ONE);
  }

  private static List<LoopCell> throughput(InFlight inFlight) {
    return cells(true, List.of(100, 0), List.of(1 << 20, 128 << 10), inFlight);
  }

  private static List<LoopCell> cells(
      boolean sequential, List<Integer> reads, List<Integer> blocks, InFlight inFlight) {
    List<LoopCell> cells = new ArrayList<>();
    for (int percent : reads) {
      for (int block : blocks) {
        cells.add(LoopCell.of(sequential, percent, block, inFlight));
      }
    }
    return cells;
  }

  @Override
  public String probe() {
    return kind.probe();
  }

  @Override
  public Set<String> metrics() {
    String prefix = kind.prefix();
    Set<String> metrics =
        new LinkedHashSet<>(List.of(prefix + LoopKind.REACHED, prefix + LoopKind.ROUNDS));
    if (hold > 0) {
      metrics.add(prefix + LoopKind.LEFT);
    }
    for (LoopCell cell : cells) {
      metrics.add(kind.of(cell) + Metrics.RATE);
      metrics.add(kind.of(cell) + Metrics.BANDWIDTH);
      TAIL.forEach(quantity -> metrics.add(kind.of(cell) + quantity));
    }
    if (!histogram.isZero()) {
      TAIL.forEach(quantity -> metrics.add(HISTOGRAM + quantity));
    }
    return metrics;
  }
}
