package io.osdqualify.profile;

import io.osdqualify.quantity.Unit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that a profile can judge: their names, their units, and which step gives them. */
public final class Metrics {

  /** Quantities of a phase of commits. */
  private static final Map<String, Unit> COMMIT_QUANTITIES =
      Map.of(
          "iops", Unit.PER_SECOND,
          "latency-mean", Unit.NANOSECONDS,
          "latency-p50", Unit.NANOSECONDS,
          "latency-p99", Unit.NANOSECONDS,
          "latency-p99.9", Unit.NANOSECONDS,
          "latency-max", Unit.NANOSECONDS);

  private static final Map<String, Unit> SINGLE =
      Map.of(
          "target.capacity", Unit.BYTES,
          "plan.osds", Unit.NONE,
          "flush.latency-p50", Unit.NANOSECONDS,
          "flush.ratio", Unit.NONE,
          "plp.finding", Unit.WORD,
          "scaling.shape", Unit.WORD);

  private static final Map<String, List<String>> WORDS =
      Map.of(
          "plp.finding",
          List.of(
              "proven",
              "declared",
              "likely",
              "indeterminate",
              "missing",
              "dropped",
              "ignored",
              "unknown"),
          "scaling.shape",
          List.of("linear", "asymptotic", "flat", "inverse"));

  private static final Pattern COMMIT =
      Pattern.compile(
          "commit\\.(?:none|dsync|fdatasync)(?:-[1-9][0-9]*(?:B|KiB))?"
              + "\\.streams-(?:[1-9][0-9]*|osds)\\.([a-z0-9.-]+)");

  private static final int PLAIN_BLOCK = 4 << 10;

  private Metrics() {}

  /** The unit of a metric, whether a plan measures it or not; empty where the name is unknown. */
  public static Optional<Unit> unit(String metric) {
    Matcher commit = COMMIT.matcher(metric);
    return Optional.ofNullable(
        commit.matches() ? COMMIT_QUANTITIES.get(commit.group(1)) : SINGLE.get(metric));
  }

  /** The words that a metric in {@link Unit#WORD} can come to, from best to worst; else empty. */
  public static List<String> words(String metric) {
    return WORDS.getOrDefault(metric, List.of());
  }

  /**
   * {@code commit.<durability>[-<block>].streams-<n>}: the name of a phase and the start of its
   * metrics. 4 KiB has no suffix.
   *
   * @param streams a number, or {@code osds}
   */
  public static String commitPhase(Durability durability, int blockBytes, String streams) {
    String block = "";
    if (blockBytes != PLAIN_BLOCK) {
      block = blockBytes % 1024 == 0 ? "-" + blockBytes / 1024 + "KiB" : "-" + blockBytes + "B";
    }
    return "commit." + durability.key() + block + ".streams-" + streams;
  }

  /** The metrics that a plan gives, whatever the target. */
  static Set<String> measuredBy(List<PlanStep> plan, List<InputSpec> inputs) {
    Set<String> metrics = new LinkedHashSet<>();
    metrics.add("target.capacity");
    if (inputs.stream().anyMatch(input -> input.name().equals("osds"))) {
      metrics.add("plan.osds");
    }
    for (PlanStep step : plan) {
      if (step instanceof PlanStep.CommitWrite commit) {
        addCommitWrite(commit, metrics);
      } else if (step instanceof PlanStep.Scaling scaling) {
        addScaling(scaling, metrics);
      }
    }
    return metrics;
  }

  private static void addCommitWrite(PlanStep.CommitWrite step, Set<String> metrics) {
    for (Durability durability : step.durabilities()) {
      for (int block : step.blockBytes()) {
        addCommit(commitPhase(durability, block, "1"), metrics);
      }
    }
    if (step.blockBytes().contains(PLAIN_BLOCK)
        && step.durabilities().contains(Durability.FDATASYNC)) {
      metrics.add("flush.latency-p50");
      metrics.add("plp.finding");
      if (step.durabilities().contains(Durability.NONE)) {
        metrics.add("flush.ratio");
      }
    }
  }

  private static void addScaling(PlanStep.Scaling step, Set<String> metrics) {
    metrics.add("scaling.shape");
    for (Expression streams : step.streams()) {
      if (streams.text().strip().equals("osds")) {
        addCommit(commitPhase(step.durability(), step.blockBytes(), "osds"), metrics);
      } else if (streams.names().isEmpty()
          && streams.evaluate(new Expression.Scope(Map.of())).orElse(null)
              instanceof Expression.Result.Figure figure) {
        String number = Long.toString(Math.round(figure.value()));
        addCommit(commitPhase(step.durability(), step.blockBytes(), number), metrics);
      }
    }
  }

  private static void addCommit(String phase, Set<String> metrics) {
    COMMIT_QUANTITIES.keySet().stream()
        .sorted()
        .forEach(quantity -> metrics.add(phase + "." + quantity));
  }
}
