package io.osdqualify.profile;

import java.time.Duration;
import java.util.Optional;

/** Times that steps are given. */
final class StepTimes {

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** SNIA's longest test takes a day; a week is a typing mistake at the least. */
  private static final Duration LONGEST = Duration.ofDays(7);

  private StepTimes() {}

  static Optional<Duration> time(YamlNode node, StepReader reader) {
    return reader.values().time(node, SHORTEST, LONGEST);
  }

  static Duration time(Fields fields, String key, Duration otherwise, StepReader reader) {
    return fields.get(key).flatMap(node -> time(node, reader)).orElse(otherwise);
  }

  /** One that may be left out by 0. */
  static Duration timeOrNone(Fields fields, String key, Duration otherwise, StepReader reader) {
    return fields
        .get(key)
        .flatMap(node -> reader.values().time(node, Duration.ZERO, LONGEST))
        .orElse(otherwise);
  }

  /** In whole seconds. */
  static Optional<Duration> wholeSeconds(YamlNode node, StepReader reader) {
    Optional<Duration> time = time(node, reader);
    if (time.isPresent() && !time.get().equals(Duration.ofSeconds(time.get().toSeconds()))) {
      reader.problems().add(node.place(), "whole seconds are expected, not " + node.noun());
      return Optional.empty();
    }
    return time;
  }
}
