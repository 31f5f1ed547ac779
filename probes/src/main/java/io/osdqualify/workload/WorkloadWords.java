package io.osdqualify.workload;

import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.Block;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.engine.Writes;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.evidence.WorkloadDescription;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts a workload into the words of a result. */
final class WorkloadWords {

  private static final double PERMILLE = 1000;

  private WorkloadWords() {}

  static WorkloadDescription describe(Workload workload, Set<BackendFlag> used) {
    List<Workload.Group> groups = workload.groups();
    Stream first = groups.get(0).one();
    return new WorkloadDescription(
        operation(first),
        first.pattern().key(),
        first.writes().key(),
        first.blocks().get(0).bytes(),
        workload.streams().size(),
        first.depth(),
        first.region().length(),
        workload.backend().key(),
        data(first),
        first.seed(),
        BackendFlag.words(workload.backend(), used),
        groups.stream().map(WorkloadWords::group).toList());
  }

  private static String operation(Stream stream) {
    if (!stream.reads()) {
      return "write";
    }
    return stream.isWriting() ? "mixed" : "read";
  }

  /** What the blocks hold; see data.c of the engine. */
  private static String data(Stream stream) {
    return stream.dataPermille() == PERMILLE
        ? "incompressible, new in each block"
        : "new in each block, incompressible to " + stream.dataPermille() / 10.0 + " %";
  }

  private static StreamGroup group(Workload.Group group) {
    Stream one = group.one();
    return new StreamGroup(
        one.name(),
        group.size(),
        one.pattern().key(),
        one.blocks().stream().map(WorkloadWords::block).toList(),
        one.readPermille() / PERMILLE,
        one.isWriting() ? one.writes().key() : null,
        steps(one),
        one.writes().flushEvery(),
        one.arrival().key(),
        one.arrival().isOpen() ? one.arrival().rate() : null,
        one.depth(),
        one.region().length(),
        one.journal().length() == 0 ? null : one.journal().length(),
        one.dataPermille() / PERMILLE,
        one.verify().key(),
        group.streams().stream().map(stream -> stream.region().offset()).toList(),
        group.streams().stream().map(Stream::seed).toList());
  }

  private static StreamGroup.Block block(Block block) {
    return new StreamGroup.Block(block.bytes(), block.weight());
  }

  private static @Nullable List<StreamGroup.Step> steps(Stream stream) {
    return stream.isWriting() && stream.writes() instanceof Writes.Chain chain
        ? chain.steps().stream().map(WorkloadWords::step).toList()
        : null;
  }

  private static StreamGroup.Step step(Writes.Step step) {
    if (step instanceof Writes.Step.Write write) {
      Integer bytes = write.blockBytes() == 0 ? null : Integer.valueOf(write.blockBytes());
      return new StreamGroup.Step("write", bytes, write.dsync(), write.journal());
    }
    String word = step instanceof Writes.Step.DataSync ? "fdatasync" : "fsync";
    return new StreamGroup.Step(word, null, null, null);
  }
}
