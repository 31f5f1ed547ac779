package io.osdqualify.workload;

import org.jspecify.annotations.Nullable;

/** Told how a phase goes on: the live progress. */
public interface PhaseListener {

  /** A phase starts. */
  void started(PhasePlan plan);

  /** About once a second. */
  void progress(PhasePlan plan, Progress progress);

  /**
   * Told each {@value #OFTEN_MS} ms how far a phase that ends by its volume has come, so that it
   * can go on at its byte.
   *
   * @param bytes written of the phase, by an earlier process too
   */
  default void written(PhasePlan plan, long bytes) {}

  /** At 3 GB/s these are 60 MB, less than the 64 MiB that may be written twice. */
  int OFTEN_MS = 20;

  /**
   * A phase at one moment.
   *
   * @param ramping nothing is counted yet
   * @param elapsedSeconds of counting, or of the ramp while it lasts
   * @param operationsPerSecond in the last interval
   * @param p99Ns in the last interval; null where nothing completed
   * @param bytesWritten by the phase, ramp included
   * @param stuckSeconds age of the oldest operation in flight
   */
  record Progress(
      boolean ramping,
      double elapsedSeconds,
      double operationsPerSecond,
      @Nullable Long p99Ns,
      long bytesWritten,
      double stuckSeconds) {}
}
