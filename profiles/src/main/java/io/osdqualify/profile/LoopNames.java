package io.osdqualify.profile;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Metrics of loops that are repeated until they are steady, in words. */
final class LoopNames {

  private static final Map<LoopKind, String> LOOPS =
      Map.of(
          LoopKind.STEADY_STATE, "steady",
          LoopKind.IOPS, "SNIA IOPS,",
          LoopKind.LATENCY, "SNIA latency,",
          LoopKind.THROUGHPUT, "SNIA throughput,");

  private static final Map<String, String> ENDS =
      Map.of(
          LoopKind.REACHED, "state reached",
          LoopKind.LEFT, "state left again",
          LoopKind.ROUNDS, "rounds");

  private LoopNames() {}

  /**
   * As {@code steady bandwidth}, {@code SNIA IOPS, r65-4KiB rate}, {@code steady state reached}.
   */
  static Optional<String> of(String metric) {
    return Arrays.stream(LoopKind.values())
        .filter(kind -> metric.startsWith(kind.prefix() + "."))
        .findFirst()
        .map(kind -> LOOPS.get(kind) + " " + rest(metric.substring(kind.prefix().length())));
  }

  private static String rest(String rest) {
    String end = ENDS.get(rest);
    return end != null
        ? end
        : rest.substring(1)
            .replace("latency-", "")
            .replace(".iops", " rate")
            .replace("iops", "rate")
            .replace('.', ' ');
  }
}
