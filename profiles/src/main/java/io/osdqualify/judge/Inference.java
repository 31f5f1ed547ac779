package io.osdqualify.judge;

import java.util.List;

/**
 * What was inferred of power-loss protection. Words are evidence, not certification: only a
 * power-cut test proves it.
 *
 * @param evidence what it rests on, one line each, with figures
 * @param cause what it does to every commit, in plain words; empty where nothing is to be said
 * @param advice what to do about it; often nothing
 */
public record Inference(
    PowerLoss finding, List<String> evidence, String cause, List<Advice> advice) {

  public Inference {
    evidence = List.copyOf(evidence);
    advice = List.copyOf(advice);
  }

  /** A finding without cause or advice. */
  static Inference of(PowerLoss finding, List<String> evidence) {
    return new Inference(finding, evidence, "", List.of());
  }

  /** The finding alone, always called inferred where it is not proven. */
  public String brief() {
    return start() + finding.brief();
  }

  /** One sentence, always called inferred where it is not proven. */
  public String sentence() {
    return start() + finding.words() + " (" + String.join(", ", evidence) + ")";
  }

  private String start() {
    return "power-loss protection " + (finding == PowerLoss.PROVEN ? "" : "inferred: ");
  }
}
