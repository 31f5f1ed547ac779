package io.osdqualify.profile;

/** How operations of an open loop are spaced. */
public enum Spacing {
  /** At random, with an exponential distribution: many users that know nothing of each other. */
  POISSON("poisson"),
  /** Evenly. */
  FIXED("fixed");

  private final String key;

  Spacing(String key) {
    this.key = key;
  }

  /** The word in profiles. */
  public String key() {
    return key;
  }
}
