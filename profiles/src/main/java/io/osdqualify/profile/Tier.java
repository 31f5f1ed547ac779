package io.osdqualify.profile;

/** How much is asked of a drive. */
public enum Tier {
  MINIMUM("minimum"),
  RECOMMENDED("recommended");

  private final String key;

  Tier(String key) {
    this.key = key;
  }

  /** The word on the command line and in profiles. */
  public String key() {
    return key;
  }
}
