package io.osdqualify.profile;

/** The axes of a verdict, in the order in which reports show them. */
public enum Axis {
  COMMIT("commit"),
  TAIL("tail"),
  SCALING("scaling"),
  MIXED_LOAD("mixed load"),
  STEADY_STATE("steady state"),
  BANDWIDTH("bandwidth"),
  CAPACITY("capacity"),
  POWER_LOSS_PROTECTION("power-loss protection"),
  HEALTH("health"),
  ENDURANCE("endurance"),
  /** Whether the run can carry a statement at all; judged by rule, not by the profile. */
  INTEGRITY("integrity");

  private final String key;

  Axis(String key) {
    this.key = key;
  }

  public String key() {
    return key;
  }
}
