package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One phase as it was announced before the run, or several of one kind, whose names begin with this
 * one.
 *
 * @param bytes an upper estimate of what it writes; 0 where the rate bounds it and no rate is known
 */
public record PlannedPhase(
    String probe,
    String name,
    String what,
    @JsonProperty("duration_s") double durationSeconds,
    @JsonProperty("max_duration_s") double maxDurationSeconds,
    long bytes) {

  /** Whether a phase of this name is what was announced, or one of them. */
  public boolean covers(String phase) {
    return phase.equals(name) || phase.startsWith(name + ".");
  }
}
