package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.IoEngine;

/** What {@code --engine} asks for. */
public enum EngineChoice {
  /**
   * libaio where the profile asks to be as BlueStore is. Else psync at depth 1, because a commit at
   * depth 1 is what an OSD's kv thread does: a write, then a blocking fdatasync (io_uring hands
   * every fdatasync to a kernel thread, which costs microseconds that no OSD pays); io_uring above,
   * where the kernel has it.
   */
  AUTO("auto"),
  IO_URING("io_uring"),
  LIBAIO("libaio"),
  PSYNC("psync"),
  PMEM("pmem");

  /** Any depth above 1. */
  private static final int DEEP = 4;

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
   * @param wish the profile's
   * @throws EngineException where the one that is asked for can't be used here: never another one
   *     instead
   */
  public Backend backend(IoEngine wish, int depth, EngineFeatures features) {
    return switch (this) {
      case AUTO -> auto(wish, depth, features);
      case PSYNC -> Backend.PSYNC;
      case IO_URING -> checked(Backend.IO_URING, features.ioUring(), features.ioUringError());
      case LIBAIO -> checked(Backend.LIBAIO, features.libaio(), features.libaioError());
      case PMEM ->
          checked(
              Backend.PMEM,
              !features.pmemMethods().isEmpty(),
              "this CPU has no instruction to write its caches back");
    };
  }

  /**
   * The backend for commits at depth 1. BlueStore makes buffered writes with blocking calls, not
   * with libaio, and libaio and persistent memory have none.
   *
   * @throws EngineException as {@link #backend}
   * @throws ImpossibleWorkloadException where that engine has no buffered writes
   */
  public Backend commitBackend(IoEngine wish, Durability durability, EngineFeatures features) {
    if (durability != Durability.BUFFERED) {
      return backend(wish, 1, features);
    }
    return switch (this) {
      case AUTO, PSYNC -> Backend.PSYNC;
      case IO_URING -> backend(wish, 1, features);
      case LIBAIO, PMEM ->
          throw new ImpossibleWorkloadException(
              key + " has no buffered writes; try --engine psync");
    };
  }

  /**
   * The backend for streams of several depths, of which some commit at depth 1. libaio is what
   * BlueStore has: at depth 1 its flushes are blocking calls, as those of a kv thread, and beside
   * them it keeps more in flight. io_uring would hand each commit's flush to a kernel thread.
   *
   * @throws EngineException as {@link #backend}
   */
  public Backend mixedBackend(IoEngine wish, EngineFeatures features) {
    if (this == AUTO && wish == IoEngine.AUTO && features.libaio()) {
      return Backend.LIBAIO;
    }
    return backend(wish, DEEP, features);
  }

  private static Backend auto(IoEngine wish, int depth, EngineFeatures features) {
    if (wish == IoEngine.BLUESTORE) {
      return checked(
          Backend.LIBAIO,
          features.libaio(),
          features.libaioError() + "; the profile asks for BlueStore's way");
    }
    return depth == 1 || !features.ioUring() ? Backend.PSYNC : Backend.IO_URING;
  }

  private static Backend checked(Backend backend, boolean usable, String why) {
    if (!usable) {
      throw new EngineException(
          backend.key() + " can't be used here: " + why + "; try --engine psync");
    }
    return backend;
  }
}
