package io.osdqualify.judge;

import java.util.List;

/**
 * What was inferred of power-loss protection. Words are evidence, not certification: only a
 * power-cut test proves it.
 *
 * @param evidence what it rests on, one line each, with figures
 * @param advice what to do about it; often nothing
 */
public record Inference(PowerLoss finding, List<String> evidence, List<String> advice) {

  public Inference {
    evidence = List.copyOf(evidence);
    advice = List.copyOf(advice);
  }

  /** One sentence, always called inferred where it is not proven. */
  public String sentence() {
    String start = finding == PowerLoss.PROVEN ? "" : "inferred: ";
    return start + finding.words() + " (" + String.join(", ", evidence) + ")";
  }
}
