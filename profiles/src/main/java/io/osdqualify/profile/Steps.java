package io.osdqualify.profile;

import java.util.LinkedHashMap;
import java.util.Map;

/** The kinds of steps that a plan can have, by their probes. */
final class Steps {

  static final Map<String, StepBinder> BINDERS = new LinkedHashMap<>();

  static {
    BINDERS.put(PreconditionStep.PROBE, PreconditionStep.BINDER);
    BINDERS.put(CommitWriteStep.PROBE, CommitWriteStep.BINDER);
    BINDERS.put(ScalingStep.PROBE, ScalingStep.BINDER);
    BINDERS.put(WriteSaturationStep.PROBE, WriteSaturationStep.BINDER);
    BINDERS.put(IdleRecoveryStep.PROBE, IdleRecoveryStep.BINDER);
    BINDERS.put(CrossStimulusStep.PROBE, CrossStimulusStep.BINDER);
    BINDERS.put(DemandIntensityStep.PROBE, DemandIntensityStep.BINDER);
    BINDERS.put(SaturationStep.PROBE, SaturationStep.BINDER);
    BINDERS.put(LoadCurveStep.PROBE, LoadCurveStep.BINDER);
    BINDERS.put(PersistentMemoryStep.PROBE, PersistentMemoryStep.BINDER);
    BINDERS.put(LoopKind.STEADY_STATE.probe(), LoopStep.STEADY_STATE);
    BINDERS.put(LoopKind.IOPS.probe(), LoopStep.IOPS);
    BINDERS.put(LoopKind.LATENCY.probe(), LoopStep.LATENCY);
    BINDERS.put(LoopKind.THROUGHPUT.probe(), LoopStep.THROUGHPUT);
    BINDERS.put(MixedLoadStep.PROBE, MixedLoadStep.BINDER);
    BINDERS.put(CacheChainStep.PROBE, CacheChainStep.BINDER);
  }

  private Steps() {}
}
