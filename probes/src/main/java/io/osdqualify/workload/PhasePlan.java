package io.osdqualify.workload;

import io.osdqualify.engine.Workload;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;

/**
 * One phase before it runs.
 *
 * @param probe as {@code commit-write}
 * @param name prefix of its metrics, as {@code commit.fdatasync.streams-1}
 * @param what it does, in words for the plan
 * @param rule when it ends; a phase that {@code workload.maxBytes} bounds ends by volume, or at the
 *     workload's longest time
 * @param idleBefore time without I/O before it
 * @param cacheOff whether the drive's write cache is switched off for it
 * @param alreadyWritten bytes of it that an earlier process wrote; it goes on behind them
 */
public record PhasePlan(
    String probe,
    String name,
    String what,
    Workload workload,
    PhaseRule rule,
    Duration idleBefore,
    boolean cacheOff,
    long alreadyWritten) {

  /** A phase that begins at once. */
  public PhasePlan(String probe, String name, String what, Workload workload, PhaseRule rule) {
    this(probe, name, what, workload, rule, Duration.ZERO, false, 0);
  }

  /** Whether no time ends it: it writes, and measures nothing that a poll could bend. */
  boolean endsByVolumeAlone() {
    return endsByVolume() && workload.maxDuration().isZero();
  }

  /** The same after some time without I/O. */
  PhasePlan idleBefore(Duration time) {
    return new PhasePlan(probe, name, what, workload, rule, time, cacheOff, alreadyWritten);
  }

  /** The same with the drive's write cache off. */
  PhasePlan withCacheOff() {
    return new PhasePlan(probe, name, what, workload, rule, idleBefore, true, alreadyWritten);
  }

  /** The same as the rest of a phase that was cut short. */
  PhasePlan resumedAt(long bytes) {
    return new PhasePlan(probe, name, what, workload, rule, idleBefore, cacheOff, bytes);
  }

  /** Whether volume, not time, ends it. */
  public boolean endsByVolume() {
    return workload.maxBytes() > 0;
  }
}
