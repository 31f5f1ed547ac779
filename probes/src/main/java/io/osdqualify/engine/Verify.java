package io.osdqualify.engine;

/** What is checked of the data. */
public enum Verify {
  OFF("off", 0),
  /** Each sector is stamped, so that it can be checked later. */
  STAMP("stamp", 1),
  /** Stamped; reads are checked, and at the end all that was written is read back once. */
  CHECK("check", 2);

  private final String key;
  private final int code;

  Verify(String key, int code) {
    this.key = key;
    this.code = code;
  }

  /** The word in results. */
  public String key() {
    return key;
  }

  /** OQ_VERIFY_* of the engine's header. */
  int code() {
    return code;
  }
}
