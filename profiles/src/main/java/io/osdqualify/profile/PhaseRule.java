package io.osdqualify.profile;

import java.time.Duration;

/**
 * When a phase ends.
 *
 * @param ramp time before counting starts
 * @param min counting time at least
 * @param max counting time at most
 * @param minBytes volume at least, of all streams together
 * @param stopAtCi half-width of the 95 % interval of the IOPS, as a share of them, at which the
 *     phase may end after {@code min} and {@code minBytes}; 0: only {@code max} ends it
 * @param quick counting time of a {@code --quick} run
 */
public record PhaseRule(
    Duration ramp, Duration min, Duration max, long minBytes, double stopAtCi, Duration quick) {

  public PhaseRule {
    if (ramp.isNegative() || min.isNegative() || min.isZero() || quick.isNegative()) {
      throw new IllegalArgumentException("times of a phase are positive");
    }
    if (max.compareTo(min) < 0) {
      throw new IllegalArgumentException("max is below min");
    }
  }
}
