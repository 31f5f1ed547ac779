package io.osdqualify.engine;

import io.osdqualify.device.WritePermit;

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
}
