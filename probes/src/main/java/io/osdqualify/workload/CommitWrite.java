package io.osdqualify.workload;

import io.osdqualify.profile.CommitWriteStep;
import java.util.List;

/**
 * One stream at queue depth 1: each durability with each block size that the target takes. What a
 * single OSD's WAL gets from the device.
 */
public record CommitWrite(CommitWriteStep step) implements FixedProbe {

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    return step.blockBytes().stream()
        .filter(block -> block >= context.logicalBlockBytes())
        .flatMap(
            block ->
                step.durabilities().stream()
                    .map(
                        durability ->
                            new CommitPhase(durability, block, 1, step.ringBytes(), step.engine())))
        .map(phase -> phase.plan(step.probe(), context, step.phase()))
        .toList();
  }
}
