package io.osdqualify.run;

import io.osdqualify.workload.PhaseListener;
import io.osdqualify.workload.PhasePlan;

/** Two that are told how a phase goes on. */
record Listeners(PhaseListener first, PhaseListener second) implements PhaseListener {

  @Override
  public void started(PhasePlan plan) {
    first.started(plan);
    second.started(plan);
  }

  @Override
  public void progress(PhasePlan plan, Progress progress) {
    first.progress(plan, progress);
    second.progress(plan, progress);
  }

  @Override
  public void written(PhasePlan plan, long bytes) {
    first.written(plan, bytes);
    second.written(plan, bytes);
  }
}
