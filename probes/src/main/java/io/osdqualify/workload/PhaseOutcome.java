package io.osdqualify.workload;

import io.osdqualify.evidence.Phase;

/**
 * What became of a phase.
 *
 * @param phase what was measured, however little
 * @param ending how it ended
 * @param detail for {@link Ending#HUNG}, {@link Ending#FAULT} and {@link Ending#DEVICE_ERROR}: one
 *     line
 */
public record PhaseOutcome(Phase phase, Ending ending, String detail) {

  /** How a phase ended. */
  public enum Ending {
    /** By its rule. */
    WHOLE,
    /** By the stop signal. */
    INTERRUPTED,
    /** By more device errors than allowed. */
    DEVICE_ERROR,
    /** The device does not answer; operations are still in flight. */
    HUNG,
    /** The engine failed. */
    FAULT
  }

  /** The same with more to say. */
  PhaseOutcome saying(String more) {
    return new PhaseOutcome(phase, ending, detail + "; " + more);
  }
}
