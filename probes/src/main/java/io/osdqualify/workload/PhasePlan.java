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
 */
public record PhasePlan(
    String probe,
    String name,
    String what,
    Workload workload,
    PhaseRule rule,
    Duration idleBefore) {

  /** A phase that begins at once. */
  public PhasePlan(String probe, String name, String what, Workload workload, PhaseRule rule) {
    this(probe, name, what, workload, rule, Duration.ZERO);
  }

  /** Whether volume, not time, ends it. */
  public boolean endsByVolume() {
    return workload.maxBytes() > 0;
  }
}
