package io.osdqualify.engine;

/** Where a stream's operations go. */
public enum Pattern {
  /** A ring over the stream's region. */
  SEQUENTIAL("sequential", 1),
  /** Uniform over the stream's region, aligned to the block. */
  RANDOM("random", 2);

  private final String key;
  private final int code;

  Pattern(String key, int code) {
    this.key = key;
    this.code = code;
  }

  public String key() {
    return key;
  }

  /** OQ_SEQUENTIAL, OQ_RANDOM of the engine's header. */
  int code() {
    return code;
  }
}
