package io.osdqualify.engine;

/**
 * What this kernel and library can do.
 *
 * @param ioUringError why a ring can't be made, as {@code EPERM}; empty where it can
 * @param clockCostNs one reading of CLOCK_MONOTONIC, median
 */
public record EngineFeatures(
    boolean ioUring, String ioUringError, boolean rwfDsync, double clockCostNs) {}
