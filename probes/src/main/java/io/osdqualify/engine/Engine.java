package io.osdqualify.engine;

import io.osdqualify.device.WritePermit;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import java.time.Duration;
import java.util.List;

/** Runs workloads on a target. Writing needs a permit, and only the safety gate makes one. */
public interface Engine {

  /** What this kernel and library can do. */
  EngineFeatures features();

  /**
   * Starts a workload.
   *
   * @throws EngineException where it can't be started: an unsupported backend, too many threads,
   *     too little locked memory …
   */
  EngineJob start(WritePermit permit, Workload workload);

  /**
   * What one thread does at most: 4 KiB writes to a sink of the kernel, or to plain memory for
   * {@link Backend#PMEM}. Touches no device.
   *
   * @param counting how long to measure
   * @throws EngineException where the backend can't be used, or not on a sink
   */
  Ceiling ceiling(Backend backend, int depth, Duration counting);

  /**
   * The engine against itself: a device made of a clock. Takes about two seconds and touches no
   * device.
   *
   * @throws EngineException where a check could not be run at all
   */
  List<SelfCheck> selfTest();
}
