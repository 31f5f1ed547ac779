package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import java.util.List;
import java.util.Optional;

/**
 * Phases whose rate the engine bounded, not the device: what they measured is a lower bound of what
 * the device can do, so it can pass a drive and never fail it (design.md §3).
 */
record ToolLimits(List<Phase> phases) {

  /** Such a phase that this metric rests on. */
  Optional<Phase> under(String metric) {
    return phases.stream()
        .filter(Phase::toolLimited)
        .filter(phase -> Disturbances.restsOn(metric, phase))
        .findFirst();
  }
}
