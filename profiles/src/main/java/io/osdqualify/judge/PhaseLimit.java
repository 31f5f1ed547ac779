package io.osdqualify.judge;

import io.osdqualify.judge.Comparison.Direction;

/**
 * What one quantity of a phase is held against.
 *
 * @param quantity as {@code iops} or {@code latency-p99}; with the name of a group of streams
 *     before it where the phase has several, as {@code wal.latency-p99}
 * @param limit in 1/s or ns
 */
public record PhaseLimit(String quantity, Direction direction, double limit) {

  /**
   * A value this many times beyond its limit does not come back: no drive doubles its commits
   * within a minute. A choice.
   */
  private static final double OUT_OF_REACH = 2;

  /** Whether the whole interval lies so far on the bad side that more time changes nothing. */
  public boolean isOutOfReach(Uncertainty.Interval interval) {
    return direction == Direction.AT_LEAST
        ? interval.high() * OUT_OF_REACH < limit
        : interval.low() > limit * OUT_OF_REACH;
  }

  /** Whether the whole interval lies on one side. */
  public boolean isDecidedBy(Uncertainty.Interval interval) {
    return limit < interval.low() || limit > interval.high();
  }
}
