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
    BINDERS.put(MixedLoadStep.PROBE, MixedLoadStep.BINDER);
    BINDERS.put(CacheChainStep.PROBE, CacheChainStep.BINDER);
  }

  private Steps() {}
}
