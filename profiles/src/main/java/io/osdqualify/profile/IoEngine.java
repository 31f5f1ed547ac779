package io.osdqualify.profile;

/** Which way to the device a profile asks for; the user's {@code --engine} goes before it. */
public enum IoEngine {
  /** What measures a depth best. */
  AUTO("auto"),
  /** As BlueStore reaches its devices: libaio, at depth 1 with blocking flushes. */
  BLUESTORE("bluestore");

  private final String key;

  IoEngine(String key) {
    this.key = key;
  }

  /** The word in profiles. */
  public String key() {
    return key;
  }
}
