package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Missing;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.PersistentMemoryStep;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.PmemMethod;
import io.osdqualify.quantity.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Durable writes into a mapping, one at a time: which way to the memory is the fastest. */
public record PersistentMemory(PersistentMemoryStep step) implements FixedProbe {

  /** What {@code --quick} measures, and the largest: what dm-writecache writes. */
  private static final int QUICK_BLOCK = 4 << 10;

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    requireMapping(context);
    List<PhasePlan> phases = new ArrayList<>();
    for (int block : blocks(context)) {
      for (boolean random : step.patterns()) {
        for (PmemMethod method : methods(context)) {
          phases.add(phase(method, random, block, context));
        }
      }
    }
    return phases;
  }

  /** Methods that this kind of CPU may have, and blocks below the target's logical one. */
  @Override
  public List<Missing> leftOut(ProbeContext context) {
    List<Missing> leftOut = new ArrayList<>();
    for (PmemMethod method : PmemMethod.values()) {
      boolean asked = step.methods().isEmpty() && isOfThisKind(context, method);
      if (asked && !has(context, method)) {
        leftOut.add(new Missing("pmem." + method.key(), "this CPU has no " + method.key()));
      }
    }
    String block = Bytes.print(context.logicalBlockBytes());
    for (int small : step.blockBytes()) {
      for (boolean random : step.patterns()) {
        if (small % context.logicalBlockBytes() != 0) {
          String what = Metrics.pmemPhase("best", random, small);
          leftOut.add(new Missing(what, "the target's logical block is " + block));
        }
      }
    }
    return leftOut;
  }

  private static boolean isOfThisKind(ProbeContext context, PmemMethod method) {
    return (method == PmemMethod.DCCVAP) == has(context, PmemMethod.DCCVAP);
  }

  private void requireMapping(ProbeContext context) {
    if (context.engine() != EngineChoice.AUTO && context.engine() != EngineChoice.PMEM) {
      throw new ImpossibleWorkloadException(
          step.probe() + " maps the target: it goes with --engine pmem or auto only");
    }
    for (PmemMethod method : step.methods()) {
      if (!has(context, method)) {
        throw new ImpossibleWorkloadException(
            "this CPU has no %s, which the profile asks for; it has %s"
                .formatted(method.key(), words(context)));
      }
    }
    if (context.features().pmemMethods().isEmpty()) {
      throw new ImpossibleWorkloadException(
          "this CPU has no instruction to write its caches back: it can't reach persistent memory");
    }
  }

  private static String words(ProbeContext context) {
    List<String> words = methods(context.features().pmemMethods());
    return words.isEmpty() ? "none" : String.join(", ", words);
  }

  private static List<String> methods(Set<BackendFlag> flags) {
    return flags.stream().sorted().map(BackendFlag::key).toList();
  }

  private static boolean has(ProbeContext context, PmemMethod method) {
    return context.features().pmemMethods().contains(BackendFlag.of(method));
  }

  private List<PmemMethod> methods(ProbeContext context) {
    List<PmemMethod> wanted =
        step.methods().isEmpty() ? List.of(PmemMethod.values()) : step.methods();
    return wanted.stream().filter(method -> has(context, method)).toList();
  }

  private List<Integer> blocks(ProbeContext context) {
    int largest = step.blockBytes().stream().mapToInt(Integer::intValue).max().orElse(QUICK_BLOCK);
    return step.blockBytes().stream()
        .filter(block -> block % context.logicalBlockBytes() == 0)
        .filter(block -> !context.quick() || block == QUICK_BLOCK || block == largest)
        .toList();
  }

  private PhasePlan phase(PmemMethod method, boolean random, int block, ProbeContext context) {
    String name = Metrics.pmemPhase(method.key(), random, block);
    PhaseRule rule = context.quick() ? CommitPhase.quick(step.phase()) : step.phase();
    Region area = Ring.of(context, 0, 1, block, Long.MAX_VALUE);
    Stream stream =
        (random ? Stream.random("pmem", area) : Stream.sequential("pmem", area))
            .block(block)
            .durability(Durability.DSYNC)
            .seed(Seeds.of(context.seed(), name, 0))
            .build();
    Workload workload =
        new Workload(
            Backend.PMEM,
            List.of(stream),
            rule.ramp(),
            rule.max(),
            0,
            context.options().by(method));
    String what =
        (random ? "random " : "sequential ")
            + Bytes.print(block)
            + " by "
            + method.key()
            + ", each with its fence";
    return new PhasePlan(step.probe(), name, what, workload, rule);
  }
}
