package io.osdqualify.profile;

import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What time without I/O gives back: SNIA's host idle recovery test (PTS 2.0.2, HIR).
 *
 * @param settle random writes before the first baseline; zero: none
 * @param baseline random writes without a pause, before the first group and after each
 * @param burst random writes after each pause
 * @param idles lengths of the pauses, in whole seconds, a group each
 * @param rounds pauses and bursts of a group
 */
public record IdleRecoveryStep(
    int blockBytes,
    InFlight inFlight,
    Duration settle,
    Duration baseline,
    Duration burst,
    List<Duration> idles,
    int rounds,
    Conduct conduct)
    implements PlanStep {

  static final String PROBE = "idle-recovery";

  /** The metrics of all baselines, and the start of their names. */
  public static final String BASELINE = PROBE + ".baseline";

  /** What the phases and metrics of all groups begin with. */
  public static final String IDLE = PROBE + ".idle-";

  /** Ends the name of the rate after a pause over the rate before the group. */
  public static final String RATIO = ".ratio";

  static final StepBinder BINDER =
      new StepBinder(
          List.of(
              "block",
              InFlight.STREAMS,
              InFlight.DEPTH,
              "settle",
              "baseline",
              "burst",
              "idle",
              "rounds"),
          IdleRecoveryStep::bind);

  /** Choice: long enough for most drives to be steady that were written twice before. */
  private static final Duration SETTLE = Duration.ofMinutes(30);

  /** Choice. */
  private static final Duration BASELINE_TIME = Duration.ofMinutes(1);

  /** PTS 2.0.2: 5 s of writes. */
  private static final Duration BURST = Duration.ofSeconds(5);

  /** PTS 2.0.2. */
  private static final List<Duration> IDLES =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(25),
          Duration.ofSeconds(50));

  /** Choice: enough for an interval, 26 minutes for all groups. */
  private static final int ROUNDS = 12;

  private static final int MOST_ROUNDS = 99;

  public IdleRecoveryStep {
    idles = List.copyOf(idles);
  }

  /** What the phases of a group and its metrics begin with, as {@code idle-recovery.idle-5s}. */
  public static String group(Duration idle) {
    return IDLE + idle.toSeconds() + "s";
  }

  /** Of the ratio after any pause; empty for all other metrics. */
  static Optional<Unit> unit(String metric) {
    return metric.matches(Pattern.quote(PROBE) + "\\.idle-[1-9][0-9]*s" + Pattern.quote(RATIO))
        ? Optional.of(Unit.NONE)
        : Optional.empty();
  }

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    metrics.add(BASELINE + Metrics.RATE);
    for (Duration idle : idles) {
      metrics.add(group(idle) + Metrics.RATE);
      metrics.add(group(idle) + RATIO);
    }
    return metrics;
  }

  private static Optional<IdleRecoveryStep> bind(
      Fields fields, Conduct conduct, StepReader reader) {
    int block = reader.block(fields, StepReader.COMMIT_BLOCK);
    List<Duration> idles =
        fields
            .get("idle")
            .flatMap(
                node ->
                    reader.distinct(
                        node,
                        reader.values().list(node, item -> StepTimes.wholeSeconds(item, reader))))
            .orElse(IDLES);
    int rounds =
        fields
            .get("rounds")
            .flatMap(node -> reader.values().whole(node, 1, MOST_ROUNDS))
            .orElse(ROUNDS);
    return Optional.of(
        new IdleRecoveryStep(
            block,
            InFlight.read(fields, reader),
            StepTimes.timeOrNone(fields, "settle", SETTLE, reader),
            StepTimes.time(fields, "baseline", BASELINE_TIME, reader),
            StepTimes.time(fields, "burst", BURST, reader),
            idles,
            rounds,
            conduct));
  }
}
