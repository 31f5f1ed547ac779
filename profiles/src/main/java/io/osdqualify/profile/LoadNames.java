package io.osdqualify.profile;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics of saturation, load-curve and persistent-memory in words. */
final class LoadNames {

  private static final Pattern LOAD =
      Pattern.compile(
          "(?<probe>saturation|load-curve)(?<load>(?:\\.[a-zA-Z0-9+-]+)*?)"
              + "\\.(?<size>knee|max|usable|[0-9]+(?:x[0-9]+)?)"
              + "\\.(?<quantity>[a-z]+(?:-[a-z0-9.]+)?)");

  private static final Pattern MEMORY =
      Pattern.compile(
          "pmem\\.(?<method>[a-z]+)\\.(?<pattern>seq|rand)-(?<block>[0-9]+(?:B|KiB))"
              + "\\.(?<quantity>[a-z]+(?:-[a-z0-9.]+)?)");

  private static final Map<String, String> QUANTITIES =
      Map.of(
          "iops", "rate",
          "cpu", "CPU each",
          "load", "share of the maximum",
          "unserved", "share not served");

  private LoadNames() {}

  /**
   * As {@code saturation, read: knee p99}, {@code load 50 % p99}, {@code clwb, random 4KiB: p99}.
   */
  static Optional<String> of(String metric) {
    Matcher load = LOAD.matcher(metric);
    if (load.matches()) {
      return Optional.of(load(load));
    }
    Matcher memory = MEMORY.matcher(metric);
    return memory.matches() ? Optional.of(memory(memory)) : Optional.empty();
  }

  private static String load(Matcher load) {
    boolean curve = load.group("probe").equals("load-curve");
    String details = load.group("load").replace(".", ", ");
    String size = load.group("size");
    boolean share = curve && size.matches("[0-9]+");
    return (curve ? "load" : "saturation")
        + details
        + (details.isEmpty() ? " " : ": ")
        + (share ? size + " %" : size)
        + " "
        + quantity(load.group("quantity"));
  }

  private static String memory(Matcher memory) {
    boolean best = memory.group("method").equals("best");
    return (best ? "best method" : memory.group("method"))
        + (memory.group("pattern").equals("rand") ? ", random " : ", sequential ")
        + memory.group("block")
        + ": "
        + quantity(memory.group("quantity"));
  }

  private static String quantity(String key) {
    return QUANTITIES.getOrDefault(key, key.replace("latency-", ""));
  }
}
