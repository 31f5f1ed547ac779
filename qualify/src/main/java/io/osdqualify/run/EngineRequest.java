package io.osdqualify.run;

import io.osdqualify.host.CpuList;
import io.osdqualify.workload.EngineChoice;

/**
 * How the engine is to run.
 *
 * @param cpus threads are pinned to these, in turn; none: they stay on the drive's NUMA node
 * @param continueOnError device errors of a phase to go on after; 0 ends at the first
 * @param ioPoll io_uring polls the device
 * @param spin threads never sleep
 */
public record EngineRequest(
    EngineChoice choice, CpuList cpus, int continueOnError, boolean ioPoll, boolean spin) {

  /** What a run does that nobody asked for anything. */
  public static final EngineRequest USUAL =
      new EngineRequest(EngineChoice.AUTO, CpuList.NONE, 0, false, false);
}
