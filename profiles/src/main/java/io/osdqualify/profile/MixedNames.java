package io.osdqualify.profile;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics of mixed loads and of cache chains in words. */
final class MixedNames {

  private static final Pattern MIXED =
      Pattern.compile(
          "mixed\\.(?<workload>[a-z+-]+)(?:\\.(?<cell>[A-Za-z0-9_-]+))?"
              + "\\.(?<group>[a-z-]+)\\.(?<quantity>iops|bandwidth|latency-[a-z0-9.]+)");

  private static final Pattern CHAIN =
      Pattern.compile(
          "chain\\.(?<chain>[a-z]+)(?:-(?<block>[0-9]+B))?(?:\\.at-(?<rate>[0-9_]+))?"
              + "\\.streams-(?<streams>[0-9]+|osds)(?:\\.(?<part>write|flush))?"
              + "\\.(?<quantity>iops|latency-[a-z0-9.]+)");

  private static final Map<String, String> GROUPS =
      Map.of("wal", "WAL", "log", "BlueFS log", "compaction-read", "compaction's read");

  private MixedNames() {}

  /** Empty where it is another's metric. */
  static Optional<String> of(String metric) {
    Matcher mixed = MIXED.matcher(metric);
    if (mixed.matches()) {
      return Optional.of(mixed(mixed));
    }
    Matcher chain = CHAIN.matcher(metric);
    return chain.matches() ? Optional.of(chain(chain)) : Optional.empty();
  }

  /** As {@code WAL p99 under wal+db}. */
  private static String mixed(Matcher metric) {
    String group = GROUPS.getOrDefault(metric.group("group"), metric.group("group"));
    String cell = metric.group("cell");
    return group
        + " "
        + quantity(metric.group("quantity"))
        + " under "
        + metric.group("workload")
        + (cell == null ? "" : " (" + cell + ")");
  }

  /** As {@code bcache chain p99, 1 stream}. */
  private static String chain(Matcher metric) {
    String streams = metric.group("streams");
    String part = metric.group("part");
    String block = metric.group("block");
    String rate = metric.group("rate");
    return metric.group("chain")
        + " chain "
        + (part == null ? "" : part + " ")
        + quantity(metric.group("quantity"))
        + ", "
        + (streams.equals("1") ? "1 stream" : streams + " streams")
        + (block == null ? "" : ", " + block)
        + (rate == null ? "" : ", at " + rate.replace('_', '.') + "/s");
  }

  private static String quantity(String quantity) {
    return quantity.equals("iops") ? "rate" : quantity.replace("latency-", "");
  }
}
