package io.osdqualify.profile;

import java.util.Map;
import java.util.Optional;

/** Metrics in the words of an administrator: the same in verdicts and in all reports. */
public final class MetricNames {

  private static final Map<String, String> SINGLE =
      Map.ofEntries(
          Map.entry(Metrics.PLP_FINDING, "power-loss protection"),
          Map.entry(Metrics.FLUSH_P50, "flush p50"),
          Map.entry(Metrics.FLUSH_RATIO, "commits with to without flush"),
          Map.entry(Metrics.SCALING_SHAPE, "shape of scaling"),
          Map.entry(Metrics.CAPACITY, "capacity"),
          Map.entry(Metrics.OSDS, "OSDs on this device"),
          Map.entry(Metrics.PMEM_BEST, "best method of persistent memory"),
          Map.entry("precondition.bandwidth", "preconditioning"),
          Map.entry(WriteSaturationStep.PLATEAU + ".iops", "writes, saturated"),
          Map.entry(WriteSaturationStep.PLATEAU + ".bandwidth", "bandwidth, saturated"),
          Map.entry(WriteSaturationStep.PLATEAU + ".latency-mean", "write mean, saturated"),
          Map.entry(WriteSaturationStep.PLATEAU + ".latency-p99", "write p99, saturated"),
          Map.entry(WriteSaturationStep.PLATEAU_FROM, "written before saturation"),
          Map.entry(WriteSaturationStep.FRESH + ".iops", "writes, fresh"),
          Map.entry(WriteSaturationStep.RATIO, "writes saturated to fresh"),
          Map.entry(WriteSaturationStep.CLIFF, "written before the cliff"),
          Map.entry(WriteSaturationStep.SHAPE, "course of saturation"),
          Map.entry(IdleRecoveryStep.BASELINE + ".iops", "writes without a pause"),
          Map.entry(CrossStimulusStep.FIRST + ".bandwidth", "sequential before random"),
          Map.entry(CrossStimulusStep.RANDOM + ".iops", "random after sequential"),
          Map.entry(CrossStimulusStep.LAST + ".bandwidth", "sequential after random"),
          Map.entry(CrossStimulusStep.RECOVERY, "sequential recovers in"),
          Map.entry(CrossStimulusStep.RATIO, "sequential after to before"),
          Map.entry(DemandIntensityStep.MOST + ".iops", "most I/Os below 5 ms"),
          Map.entry(DemandIntensityStep.MOST + ".threads", "threads at the most"),
          Map.entry(DemandIntensityStep.MOST + ".depth", "depth at the most"),
          Map.entry(DemandIntensityStep.MOST + ".latency-mean", "mean at the most"),
          Map.entry("endurance.life", "remaining life"),
          Map.entry("integrity.device-errors", "no device errors"),
          Map.entry("integrity.data", "data as written"),
          Map.entry("integrity.virtual-target", "a real drive"),
          Map.entry("integrity.shortened", "full length"),
          Map.entry("integrity.incomplete", "ran to its end"),
          Map.entry("integrity.disturbed", "undisturbed"),
          Map.entry("integrity.cache-state", "cache state known"),
          Map.entry("integrity.littles-law", "Little's law"),
          Map.entry("integrity.disk-statistics", "disk statistics agree"),
          Map.entry("integrity.persistent-memory", "persistent memory"),
          Map.entry("integrity.histogram-overflow", "no latency beyond an hour"));

  private MetricNames() {}

  /**
   * For a table, as {@code commits, 4 streams} or {@code commit p99, 4 streams}: by fdatasync where
   * nothing else is said, as BlueStore does it. The metric itself where there is no better word.
   */
  public static String of(String metric) {
    return CommitMetric.parse(metric)
        .map(
            commit ->
                (commit.isPhase() || isRate(commit) ? operation(commit) + "s" : latency(commit))
                    + ", "
                    + (commit.streams().equals("1") ? "1 stream" : commit.streams() + " streams")
                    + details(commit))
        .or(() -> Optional.ofNullable(SINGLE.get(metric)))
        .or(() -> LoadNames.of(metric))
        .or(() -> MixedNames.of(metric))
        .or(() -> LoopNames.of(metric))
        .orElse(metric);
  }

  /**
   * With its value, for a sentence: {@code 549 commits/s on one stream}, {@code commit p99 with 4
   * streams 10.3 ms}, {@code capacity 447 GiB}.
   *
   * @param value as it is printed, with its unit
   */
  public static String with(String metric, String value) {
    return CommitMetric.parse(metric)
        .map(commit -> with(commit, value))
        .orElseGet(() -> metric.equals(Metrics.OSDS) ? osds(value) : of(metric) + " " + value);
  }

  private static String with(CommitMetric commit, String value) {
    return isRate(commit) && value.endsWith("/s")
        ? value.substring(0, value.length() - 2) + " " + operation(commit) + "s/s" + where(commit)
        : (isRate(commit) ? operation(commit) + "s" : latency(commit))
            + where(commit)
            + " "
            + value;
  }

  private static String osds(String value) {
    return value + (value.equals("1") ? " OSD" : " OSDs") + " on this device";
  }

  private static boolean isRate(CommitMetric commit) {
    return commit.quantity().equals("iops");
  }

  private static String operation(CommitMetric commit) {
    return commit.durability() == Durability.NONE ? "write" : "commit";
  }

  private static String latency(CommitMetric commit) {
    return operation(commit) + " " + commit.quantity().replace("latency-", "");
  }

  /** As {@code of 512B by dsync with 4 streams}. */
  private static String where(CommitMetric commit) {
    String variant =
        switch (commit.variant()) {
          case "" -> "";
          case "cache-off" -> " with the cache off";
          default -> " of " + commit.variant();
        };
    String durability =
        switch (commit.durability()) {
          case FDATASYNC -> "";
          case DSYNC, FSYNC -> " by " + commit.durability().key();
          case BUFFERED -> " through the page cache";
          case NONE -> " without a flush";
        };
    return variant
        + durability
        + (commit.streams().equals("1")
            ? " on one stream"
            : " with " + commit.streams() + " streams");
  }

  private static String details(CommitMetric commit) {
    String durability =
        switch (commit.durability()) {
          case FDATASYNC -> "";
          case DSYNC, FSYNC -> ", " + commit.durability().key();
          case BUFFERED -> ", page cache";
          case NONE -> ", no flush";
        };
    return durability + (commit.variant().isEmpty() ? "" : ", " + commit.variant());
  }
}
