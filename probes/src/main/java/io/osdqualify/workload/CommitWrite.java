package io.osdqualify.workload;

import io.osdqualify.profile.CommitWriteStep;
import io.osdqualify.profile.Durability;
import java.util.List;
import java.util.stream.Stream;

/**
 * One stream at queue depth 1: each durability with each block size that the target takes. What a
 * single OSD's WAL gets from the device.
 */
public record CommitWrite(CommitWriteStep step) implements FixedProbe {

  private static final int COMMIT_BLOCK = 4 << 10;

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    return Stream.concat(asItIs(context), cacheOff(context))
        .map(phase -> phase.plan(step.probe(), context, step.phase()))
        .toList();
  }

  private Stream<CommitPhase> asItIs(ProbeContext context) {
    return step.blockBytes().stream()
        .filter(block -> block >= context.logicalBlockBytes())
        .flatMap(block -> step.durabilities().stream().map(how -> phase(how, block, false)));
  }

  /** The counterpart of what the verdict rests on. */
  private Stream<CommitPhase> cacheOff(ProbeContext context) {
    boolean has =
        step.durabilities().contains(Durability.FDATASYNC)
            && step.blockBytes().contains(COMMIT_BLOCK);
    return has && context.switchCache()
        ? Stream.of(phase(Durability.FDATASYNC, COMMIT_BLOCK, true))
        : Stream.empty();
  }

  private CommitPhase phase(Durability durability, int block, boolean cacheOff) {
    return new CommitPhase(durability, block, 1, step.ringBytes(), step.engine(), cacheOff);
  }
}
