package io.osdqualify.engine;

/** How the engine reaches the device. */
public enum Backend {
  /** pread, pwrite, fdatasync: one operation in flight a stream. */
  PSYNC("psync", 1, 1),
  /** Own rings with registered buffers and file. */
  IO_URING("io_uring", 2, Backend.MOST),
  /** io_submit and io_getevents, as BlueStore; at depth 1 it flushes by fdatasync(2). */
  LIBAIO("libaio", 3, Backend.MOST),
  /** A mapping: stores, cache-line flushes and fences; one operation in flight a stream. */
  PMEM("pmem", 4, 1);

  /** OQ_MAX_DEPTH. */
  private static final int MOST = 1024;

  private final String key;
  private final int code;
  private final int mostDepth;

  Backend(String key, int code, int mostDepth) {
    this.key = key;
    this.code = code;
    this.mostDepth = mostDepth;
  }

  /** The word on the command line and in results. */
  public String key() {
    return key;
  }

  /** The wanted operations in flight, or as many as it can have. */
  public int depth(int wanted) {
    return Math.min(wanted, mostDepth);
  }

  /** OQ_BACKEND_* of the engine's header. */
  int code() {
    return code;
  }
}
