package io.osdqualify.workload;

import org.jspecify.annotations.Nullable;

/** Told how a phase goes on: the live progress. */
public interface PhaseListener {

  /** A phase starts. */
  void started(PhasePlan plan);

  /** About once a second. */
  void progress(PhasePlan plan, Progress progress);

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
