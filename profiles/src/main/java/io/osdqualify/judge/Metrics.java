package io.osdqualify.judge;

import io.osdqualify.profile.Durability;

/** The names of metrics and of the phases that they come from (design.md §4). */
final class Metrics {

  static final String SCALING_SHAPE = "scaling.shape";
  static final String FLUSH_P50 = "flush.latency-p50";
  static final String FLUSH_RATIO = "flush.ratio";
  static final String PLP_FINDING = "plp.finding";
  static final String CAPACITY = "target.capacity";
  static final String OSDS = "plan.osds";

  /** Ends the name of a maximum: what was seen, exact, with no interval. */
  static final String MAXIMUM = ".latency-max";

  private static final String STREAMS_OSDS = "streams-osds";

  private Metrics() {}

  /** The phase of a commit probe, as {@code commit.fdatasync.streams-1}. */
  static String commitPhase(Durability durability, int streams) {
    return commitPrefix(durability) + streams;
  }

  static String commitPrefix(Durability durability) {
    return "commit." + durability.key() + ".streams-";
  }

  /** The entry in {@code missing} that says why a metric has no interval. */
  static String intervalOf(String metric) {
    return metric + ".ci95";
  }

  /** Whether the metric is of as many streams as the run has OSDs. */
  static boolean namesOsds(String metric) {
    return metric.contains(STREAMS_OSDS);
  }

  /** With the run's number of OSDs in the place of {@code streams-osds}. */
  static String withOsds(String metric, long osds) {
    return metric.replace(STREAMS_OSDS, "streams-" + osds);
  }
}
