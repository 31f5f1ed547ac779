package io.osdqualify.profile;

import io.osdqualify.quantity.Unit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names of metrics and of the phases that they come from (design.md §4), the units of those
 * that a profile can judge, and which step gives them.
 */
public final class Metrics {

  public static final String SCALING_SHAPE = "scaling.shape";
  public static final String FLUSH_P50 = "flush.latency-p50";
  public static final String FLUSH_RATIO = "flush.ratio";
  public static final String PLP_FINDING = "plp.finding";
  public static final String CAPACITY = "target.capacity";
  public static final String OSDS = "plan.osds";

  /** One stream of commits in a retest with the write cache off. */
  public static final String CACHE_OFF_PHASE = "commit.fdatasync-cache-off.streams-1";

  /** The method that wins whatever the block, if one does. */
  public static final String PMEM_BEST = "pmem.best-method";

  /** Ends the name of a rate. */
  public static final String RATE = ".iops";

  /** Ends the name of a mean latency. */
  public static final String MEAN = ".latency-mean";

  /** Ends the name of a maximum: what was seen, exact, with no interval. */
  public static final String MAXIMUM = ".latency-max";

  /** Ends the name of what a phase that ends by its volume gives. */
  public static final String BANDWIDTH = ".bandwidth";

  /** Ends the entry in {@code missing} that says why a metric has no interval. */
  public static final String INTERVAL = ".ci95";

  private static final String STREAMS_OSDS = "streams-osds";

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
      Map.ofEntries(
          Map.entry(CAPACITY, Unit.BYTES),
          Map.entry(OSDS, Unit.NONE),
          Map.entry(FLUSH_P50, Unit.NANOSECONDS),
          Map.entry(FLUSH_RATIO, Unit.NONE),
          Map.entry(PLP_FINDING, Unit.WORD),
          Map.entry(PMEM_BEST, Unit.WORD),
          Map.entry(SCALING_SHAPE, Unit.WORD),
          Map.entry(WriteSaturationStep.CLIFF, Unit.BYTES),
          Map.entry(WriteSaturationStep.PLATEAU_FROM, Unit.BYTES),
          Map.entry(WriteSaturationStep.RATIO, Unit.NONE),
          Map.entry(WriteSaturationStep.SHAPE, Unit.WORD),
          Map.entry(CrossStimulusStep.FIRST + CrossStimulusStep.SETTLING, Unit.NANOSECONDS),
          Map.entry(CrossStimulusStep.RANDOM + CrossStimulusStep.SETTLING, Unit.NANOSECONDS),
          Map.entry(CrossStimulusStep.LAST + CrossStimulusStep.SETTLING, Unit.NANOSECONDS),
          Map.entry(CrossStimulusStep.RECOVERY, Unit.NANOSECONDS),
          Map.entry(CrossStimulusStep.RATIO, Unit.NONE),
          Map.entry(DemandIntensityStep.MOST + DemandIntensityStep.THREADS, Unit.NONE),
          Map.entry(DemandIntensityStep.MOST + DemandIntensityStep.DEPTH, Unit.NONE));

  private static final Map<String, List<String>> WORDS =
      Map.of(
          PLP_FINDING,
          List.of(
              "proven",
              "declared",
              "likely",
              "indeterminate",
              "missing",
              "dropped",
              "ignored",
              "unknown"),
          SCALING_SHAPE,
          List.of("linear", "asymptotic", "flat", "inverse"),
          WriteSaturationStep.SHAPE,
          List.of("steady", "climbing", "recovered", "cliff", "throttled", "falling"));

  private static final List<String> YES = List.of("yes", "no");

  private static final List<String> NO = List.of("no", "yes");

  /** No order of merit among the methods; then what says that none of them wins. */
  private static final List<String> BEST_METHODS =
      Stream.concat(Stream.of(PmemMethod.values()).map(PmemMethod::key), Stream.of("none"))
          .toList();

  /** What metrics of other probes begin with: the probe, or what it measures. */
  private static final Set<String> FAMILIES =
      Set.of(
          "chain",
          "cross-stimulus",
          "demand-intensity",
          "idle-recovery",
          "load-curve",
          "mixed",
          "pmem",
          "saturation",
          "snia",
          "steady-state",
          "write-saturation");

  /** Ends of the names of their metrics that have a unit of their own. */
  private static final Pattern QUANTITY =
      Pattern.compile(
          "(?<family>[a-z-]+)(?:\\.[A-Za-z0-9+_-]+)*"
              + "\\.(?<quantity>iops|bandwidth|latency-(?:mean|max|p[1-9][0-9](?:\\.9{1,3})?)"
              + "|threads|depth|load|unserved|cpu|best-method|reached|left|rounds)");

  private static final int PLAIN_BLOCK = 4 << 10;

  private Metrics() {}

  /** The unit of a metric, whether a plan measures it or not; empty where the name is unknown. */
  public static Optional<Unit> unit(String metric) {
    return CommitMetric.parse(metric)
        .map(commit -> Optional.ofNullable(COMMIT_QUANTITIES.get(commit.quantity())))
        .orElseGet(
            () ->
                Optional.ofNullable(SINGLE.get(metric))
                    .or(() -> unitByQuantity(metric))
                    .or(() -> IdleRecoveryStep.unit(metric)));
  }

  private static Optional<Unit> unitByQuantity(String metric) {
    Matcher form = QUANTITY.matcher(metric);
    if (!form.matches() || !FAMILIES.contains(form.group("family"))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (form.group("quantity")) {
          case "iops" -> Unit.PER_SECOND;
          case "bandwidth" -> Unit.BYTES_PER_SECOND;
          case "threads", "depth", "load", "unserved", "rounds" -> Unit.NONE;
          case "best-method", "reached", "left" -> Unit.WORD;
          default -> Unit.NANOSECONDS;
        });
  }

  /** The words that a metric in {@link Unit#WORD} can come to, from best to worst; else empty. */
  public static List<String> words(String metric) {
    if (metric.startsWith("pmem.") && metric.endsWith("best-method")) {
      return BEST_METHODS;
    }
    if (metric.endsWith(LoopKind.REACHED) || metric.endsWith(LoopKind.LEFT)) {
      return metric.endsWith(LoopKind.REACHED) ? YES : NO;
    }
    return WORDS.getOrDefault(metric, List.of());
  }

  /**
   * {@code commit.<durability>[-<block>].streams-<n>}: the name of a phase and the start of its
   * metrics. 4 KiB has no suffix.
   *
   * @param streams a number, or {@code osds}
   */
  public static String commitPhase(Durability durability, int blockBytes, String streams) {
    String block = blockBytes == PLAIN_BLOCK ? "" : "-" + block(blockBytes);
    return "commit." + durability.key() + block + ".streams-" + streams;
  }

  /** As {@code 512B} or {@code 64KiB}. */
  public static String block(int bytes) {
    return bytes % 1024 == 0 ? bytes / 1024 + "KiB" : bytes + "B";
  }

  /**
   * {@code <probe>[.<load>][.<variant>]}: what the names of a load's phases begin with, as {@code
   * saturation.read.pinned}.
   */
  public static String loadPrefix(String probe, LoadShape load, Variant variant) {
    return Stream.of(probe, load.key(), variant.key())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("."));
  }

  /** {@code pmem.<method>.<seq|rand>-<block>}, as {@code pmem.clwb.rand-4KiB}. */
  public static String pmemPhase(String method, boolean random, int blockBytes) {
    return "pmem." + method + "." + pmemLoad(random, blockBytes);
  }

  /** The metric that names the method which wins for these writes. */
  public static String pmemBest(boolean random, int blockBytes) {
    return "pmem." + pmemLoad(random, blockBytes) + ".best-method";
  }

  private static String pmemLoad(boolean random, int blockBytes) {
    return (random ? "rand-" : "seq-") + block(blockBytes);
  }

  /** The same for 4 KiB, as {@code commit.fdatasync.streams-1}. */
  public static String commitPhase(Durability durability, int streams) {
    return commitPhase(durability, PLAIN_BLOCK, Integer.toString(streams));
  }

  /** Whether it is read or given, not measured. */
  public static boolean isFact(String metric) {
    return metric.equals(CAPACITY) || metric.equals(OSDS);
  }

  /** Whether the metric is of as many streams as the run has OSDs. */
  public static boolean namesOsds(String metric) {
    return metric.contains(STREAMS_OSDS);
  }

  /** With the run's number of OSDs in the place of {@code streams-osds}. */
  public static String withOsds(String metric, long osds) {
    return metric.replace(STREAMS_OSDS, "streams-" + osds);
  }

  /** The metrics that a plan gives, whatever the target. */
  static Set<String> measuredBy(List<PlanStep> plan, List<InputSpec> inputs) {
    Set<String> metrics = new LinkedHashSet<>();
    metrics.add(CAPACITY);
    if (inputs.stream().anyMatch(input -> input.name().equals("osds"))) {
      metrics.add(OSDS);
    }
    plan.forEach(step -> metrics.addAll(step.metrics()));
    return metrics;
  }

  /** What a phase of commits gives. */
  static List<String> ofCommits(String phase) {
    return COMMIT_QUANTITIES.keySet().stream()
        .sorted()
        .map(quantity -> phase + "." + quantity)
        .toList();
  }
}
