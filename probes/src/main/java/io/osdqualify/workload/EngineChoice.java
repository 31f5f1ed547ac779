package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;

/** What {@code --engine} asks for. */
public enum EngineChoice {
  /**
   * psync at depth 1, because a commit at depth 1 is what an OSD's kv thread does: a write, then a
   * blocking fdatasync (io_uring hands every fdatasync to a kernel thread, which costs microseconds
   * that no OSD pays); io_uring above, where the kernel has it.
   */
  AUTO("auto"),
  PSYNC("psync"),
  IO_URING("io_uring");

  private final String key;

  EngineChoice(String key) {
    this.key = key;
  }

  /** The word on the command line. */
  public String key() {
    return key;
  }

  /**
   * The backend for a wanted depth.
   *
   * @throws EngineException where io_uring is asked for and this kernel refuses it
   */
  public Backend backend(int depth, EngineFeatures features) {
    if (this == PSYNC || (this == AUTO && (depth == 1 || !features.ioUring()))) {
      return Backend.PSYNC;
    }
    if (!features.ioUring()) {
      throw new EngineException(
          "io_uring can't be used here (" + features.ioUringError() + "); try --engine psync");
    }
    return Backend.IO_URING;
  }
}
