package io.osdqualify.workload;

import io.osdqualify.profile.CrossStimulusStep;
import java.time.Duration;
import java.util.List;

/** Large sequential writes, small random ones, large sequential ones again, without a pause. */
public record CrossStimulus(CrossStimulusStep step) implements FixedProbe {

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    WholeRange sequential =
        WholeRange.sequentialWrites(step.sequentialBlockBytes(), step.inFlight(), step.engine());
    WholeRange random =
        WholeRange.randomWrites(step.randomBlockBytes(), step.inFlight(), step.engine());
    return List.of(
        plan(context, CrossStimulusStep.FIRST, sequential, step.first()),
        plan(context, CrossStimulusStep.RANDOM, random, step.random()),
        plan(context, CrossStimulusStep.LAST, sequential, step.last()));
  }

  private PhasePlan plan(ProbeContext context, String name, WholeRange range, Duration time) {
    Duration length = FixedTime.of(time, step.phase(), context);
    return FixedTime.plan(
        step.probe(), name, range.describe(context), range, context, length, Duration.ZERO);
  }
}
