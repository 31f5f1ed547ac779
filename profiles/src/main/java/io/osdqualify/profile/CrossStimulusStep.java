package io.osdqualify.profile;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Large sequential writes, small random ones, large sequential ones again: what one leaves behind
 * for the other. SNIA's cross stimulus recovery test (PTS 2.0.2, XSR).
 *
 * @param first time of the first sequential writes
 * @param random time of the random writes
 * @param last time of the second sequential writes
 */
public record CrossStimulusStep(
    int sequentialBlockBytes,
    int randomBlockBytes,
    InFlight inFlight,
    Duration first,
    Duration random,
    Duration last,
    Conduct conduct)
    implements PlanStep {

  static final String PROBE = "cross-stimulus";

  /** The phases, in their order. */
  public static final String FIRST = PROBE + ".sequential-1";

  public static final String RANDOM = PROBE + ".random";
  public static final String LAST = PROBE + ".sequential-2";

  /** Ends the name of the time until the last level of a phase. */
  public static final String SETTLING = ".settling";

  /** Time after the second switch until sequential writes are what they were. */
  public static final String RECOVERY = PROBE + ".recovery";

  /** Sequential writes after over before, once both have settled. */
  public static final String RATIO = PROBE + ".ratio";

  static final StepBinder BINDER =
      new StepBinder(
          List.of(
              "sequential-block",
              "random-block",
              InFlight.STREAMS,
              InFlight.DEPTH,
              "first",
              "random",
              "last"),
          CrossStimulusStep::bind);

  /** PTS 2.0.2: blocks and times. */
  private static final int SEQUENTIAL_BLOCK = 1 << 20;

  private static final int RANDOM_BLOCK = 8 << 10;
  private static final Duration SEQUENTIAL_TIME = Duration.ofHours(8);
  private static final Duration RANDOM_TIME = Duration.ofHours(6);

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>(List.of(RECOVERY, RATIO));
    for (String phase : List.of(FIRST, RANDOM, LAST)) {
      metrics.add(phase + Metrics.RATE);
      metrics.add(phase + Metrics.BANDWIDTH);
      metrics.add(phase + SETTLING);
    }
    return metrics;
  }

  private static Optional<CrossStimulusStep> bind(
      Fields fields, Conduct conduct, StepReader reader) {
    return Optional.of(
        new CrossStimulusStep(
            block(fields, "sequential-block", SEQUENTIAL_BLOCK, reader),
            block(fields, "random-block", RANDOM_BLOCK, reader),
            InFlight.read(fields, reader),
            StepTimes.time(fields, "first", SEQUENTIAL_TIME, reader),
            StepTimes.time(fields, "random", RANDOM_TIME, reader),
            StepTimes.time(fields, "last", SEQUENTIAL_TIME, reader),
            conduct));
  }

  private static int block(Fields fields, String key, int otherwise, StepReader reader) {
    return fields.get(key).flatMap(reader::block).orElse(otherwise);
  }
}
