package io.osdqualify.profile;

import io.osdqualify.quantity.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code phase}: when a measurement ends. */
final class PhaseBinder {

  /**
   * Where a profile says nothing. Choice: 5 s pass most drives' write buffers, 30 s give batches
   * for an interval, 300 s are what Ceph's hardware recommendations measure.
   */
  static final PhaseRule DEFAULT =
      new PhaseRule(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(300),
          0,
          0.02,
          Duration.ofSeconds(5));

  private static final List<String> KEYS =
      List.of("ramp", "min", "max", "min-bytes", "stop-at-ci", "quick");
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** SNIA's write saturation test may take 24 h; a week is a typing mistake at the least. */
  private static final Duration LONGEST = Duration.ofDays(7);

  private static final double WIDEST_CI = 0.5;

  private final Problems problems;
  private final Values values;

  PhaseBinder(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  /** The rule with what {@code node} sets replaced. */
  PhaseRule over(PhaseRule base, YamlNode node) {
    return Fields.of(node, "a phase", KEYS, problems)
        .map(fields -> over(base, fields))
        .orElse(base);
  }

  private PhaseRule over(PhaseRule base, Fields fields) {
    Duration min = time(fields, "min", SHORTEST).orElse(base.min());
    Duration max = time(fields, "max", SHORTEST).orElse(base.max());
    if (max.compareTo(min) < 0) {
      problems.add(
          fields.place(),
          "max (%s) is below min (%s)".formatted(Durations.print(max), Durations.print(min)));
      max = min;
    }
    return new PhaseRule(
        time(fields, "ramp", Duration.ZERO).orElse(base.ramp()),
        min,
        max,
        fields
            .get("min-bytes")
            .flatMap(node -> values.size(node, 0, Long.MAX_VALUE))
            .orElse(base.minBytes()),
        fields
            .get("stop-at-ci")
            .flatMap(node -> values.share(node, 0, WIDEST_CI))
            .orElse(base.stopAtCi()),
        time(fields, "quick", SHORTEST).orElse(base.quick()));
  }

  private Optional<Duration> time(Fields fields, String key, Duration low) {
    return fields.get(key).flatMap(node -> values.time(node, low, LONGEST));
  }
}
