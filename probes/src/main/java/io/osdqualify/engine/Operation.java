package io.osdqualify.engine;

/** What a stream does. */
public enum Operation {
  WRITE("write", 1),
  READ("read", 2);

  private final String key;
  private final int code;

  Operation(String key, int code) {
    this.key = key;
    this.code = code;
  }

  public String key() {
    return key;
  }

  /** OQ_WRITE, OQ_READ of the engine's header. */
  int code() {
    return code;
  }
}
