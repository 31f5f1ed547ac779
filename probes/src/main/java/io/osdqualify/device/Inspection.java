package io.osdqualify.device;

import io.osdqualify.evidence.TargetFacts;
import java.util.List;

/**
 * What is known of a target before anything is opened for writing.
 *
 * @param findings reasons why it must not be written to, in the order of the checks; empty for a
 *     target that is free
 * @param needsErase whether the run will ask for {@code --erase} with {@link
 *     TargetFacts#eraseWord()}
 * @param reduced whether {@code --size} cuts the range to a part of the target
 */
public record Inspection(
    TargetFacts facts,
    List<Finding> findings,
    boolean needsErase,
    boolean reduced,
    TargetLayers layers) {

  public Inspection {
    findings = List.copyOf(findings);
  }

  /** Whether nothing speaks against writing to it; the confirmation is another matter. */
  public boolean isFree() {
    return findings.isEmpty();
  }
}
