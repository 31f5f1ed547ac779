package io.osdqualify.run;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.workload.PhaseOutcome;
import java.nio.file.Path;

/**
 * What a run came to.
 *
 * @param folder where its files are
 * @param ending how its last phase ended
 * @param detail for a failed run: one line
 */
public record RunResult(
    Qualification qualification, Path folder, PhaseOutcome.Ending ending, String detail) {

  /** Whether it ended by neither its plan nor the user. */
  public boolean hasFailed() {
    return ending != PhaseOutcome.Ending.WHOLE && ending != PhaseOutcome.Ending.INTERRUPTED;
  }
}
