package io.osdqualify.engine;

/** How the engine reaches the device. */
public enum Backend {
  /** pread, pwrite, fdatasync: one operation in flight a stream. */
  PSYNC("psync", 1),
  /** Own rings with registered buffers and file. */
  IO_URING("io_uring", 2);

  private final String key;
  private final int code;

  Backend(String key, int code) {
    this.key = key;
    this.code = code;
  }

  /** The word on the command line and in results. */
  public String key() {
    return key;
  }

  /** OQ_BACKEND_* of the engine's header. */
  int code() {
    return code;
  }
}
