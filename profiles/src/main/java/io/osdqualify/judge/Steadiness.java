package io.osdqualify.judge;

import io.osdqualify.profile.LoopKind;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a metric rests on a loop that did not come to rest: it can fail a drive, whose interval
 * is what the rounds spanned, and never pass it.
 */
record Steadiness(Lookup lookup) {

  /** Why it can't pass; empty where nothing speaks against it. */
  Optional<String> against(String metric) {
    return Arrays.stream(LoopKind.values())
        .filter(kind -> metric.startsWith(kind.prefix() + ".") && !isAboutTheLoop(kind, metric))
        .findFirst()
        .flatMap(this::unsettled);
  }

  private static boolean isAboutTheLoop(LoopKind kind, String metric) {
    return metric.equals(kind.prefix() + LoopKind.REACHED)
        || metric.equals(kind.prefix() + LoopKind.LEFT)
        || metric.equals(kind.prefix() + LoopKind.ROUNDS);
  }

  private Optional<String> unsettled(LoopKind kind) {
    if (says(kind.prefix() + LoopKind.REACHED, "no")) {
      String rounds =
          lookup
              .measurement(kind.prefix() + LoopKind.ROUNDS)
              .map(measurement -> measurement.value().print(measurement.unit()))
              .orElse("its");
      return Optional.of("steady state not reached in " + rounds + " rounds");
    }
    return says(kind.prefix() + LoopKind.LEFT, "yes")
        ? Optional.of("the steady state was left again")
        : Optional.empty();
  }

  private boolean says(String metric, String word) {
    return lookup
        .measurement(metric)
        .filter(measurement -> measurement.value().print(measurement.unit()).equals(word))
        .isPresent();
  }
}
