package io.osdqualify.profile;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Threads times depth: the most that the drive does before its answers take too long. SNIA's demand
 * intensity test (PTS 2.0.2, DIRTH).
 *
 * @param readShare of the operations, 0 to 1
 * @param threads numbers of streams
 * @param depths operations in flight of each stream
 * @param settle the highest demand before the first cell; zero: none
 */
public record DemandIntensityStep(
    int blockBytes,
    double readShare,
    List<Integer> threads,
    List<Integer> depths,
    Duration settle,
    Conduct conduct)
    implements PlanStep {

  static final String PROBE = "demand-intensity";

  /** What the names of all cells begin with. */
  public static final String CELLS = PROBE + ".threads-";

  /** The best cell, and what its metrics begin with. */
  public static final String MOST = PROBE + ".max";

  /** Ends the names of how many threads and which depth the best cell has. */
  public static final String THREADS = ".threads";

  public static final String DEPTH = ".depth";

  static final StepBinder BINDER =
      new StepBinder(
          List.of("block", "reads", "threads", "depths", "settle", "phase"),
          DemandIntensityStep::bind);

  /** PTS 2.0.2: both in these steps. */
  private static final List<Integer> STEPS = List.of(32, 16, 8, 6, 4, 2, 1);

  /** Choice: the 65/35 that SNIA calls a typical mix, at BlueStore's block. */
  private static final double READS = 0.65;

  /** Choice. */
  private static final Duration SETTLE = Duration.ofMinutes(10);

  public DemandIntensityStep {
    threads = List.copyOf(threads);
    depths = List.copyOf(depths);
  }

  /** A cell, as {@code demand-intensity.threads-32.depth-16}. */
  public static String cell(int threads, int depth) {
    return CELLS + threads + ".depth-" + depth;
  }

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    metrics.addAll(List.of(MOST + Metrics.RATE, MOST + Metrics.MEAN, MOST + THREADS, MOST + DEPTH));
    for (int count : threads) {
      for (int depth : depths) {
        metrics.add(cell(count, depth) + Metrics.RATE);
        metrics.add(cell(count, depth) + Metrics.MEAN);
      }
    }
    return metrics;
  }

  private static Optional<DemandIntensityStep> bind(
      Fields fields, Conduct conduct, StepReader reader) {
    return Optional.of(
        new DemandIntensityStep(
            reader.block(fields, StepReader.COMMIT_BLOCK),
            fields.get("reads").flatMap(node -> reader.values().share(node, 0, 1)).orElse(READS),
            fields
                .get("threads")
                .flatMap(
                    node ->
                        reader.distinct(
                            node,
                            reader.values().list(node, item -> InFlight.streams(item, reader))))
                .orElse(STEPS),
            fields
                .get("depths")
                .flatMap(
                    node ->
                        reader.distinct(
                            node, reader.values().list(node, item -> InFlight.depth(item, reader))))
                .orElse(STEPS),
            StepTimes.timeOrNone(fields, "settle", SETTLE, reader),
            conduct));
  }
}
