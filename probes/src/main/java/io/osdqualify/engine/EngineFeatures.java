package io.osdqualify.engine;

import java.util.Set;

/**
 * What this kernel, CPU and library can do.
 *
 * @param ioUringError what keeps a ring from being made; empty where one can be
 * @param ioUringFlags what a ring can use
 * @param rwfDsync whether pwritev2 takes RWF_DSYNC
 * @param libaioError what keeps libaio from being used; empty where it can be
 * @param pmemMethods how this CPU can write its caches back
 * @param clockCostNs one reading of CLOCK_MONOTONIC, median
 */
public record EngineFeatures(
    boolean ioUring,
    String ioUringError,
    Set<BackendFlag> ioUringFlags,
    boolean rwfDsync,
    boolean libaio,
    String libaioError,
    Set<BackendFlag> pmemMethods,
    double clockCostNs) {

  /** A kernel and a CPU that have all: for a plan, which starts no engine. */
  public static final EngineFeatures ALL =
      new EngineFeatures(
          true, "", Set.of(), true, true, "", Set.of(BackendFlag.CLWB, BackendFlag.NTSTORE), 0);

  public EngineFeatures {
    ioUringFlags = Set.copyOf(ioUringFlags);
    pmemMethods = Set.copyOf(pmemMethods);
  }
}
