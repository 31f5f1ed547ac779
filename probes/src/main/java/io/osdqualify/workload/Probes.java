package io.osdqualify.workload;

import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.CacheChainStep;
import io.osdqualify.profile.CommitWriteStep;
import io.osdqualify.profile.CrossStimulusStep;
import io.osdqualify.profile.DemandIntensityStep;
import io.osdqualify.profile.IdleRecoveryStep;
import io.osdqualify.profile.LoadCurveStep;
import io.osdqualify.profile.LoopStep;
import io.osdqualify.profile.MixedLoadStep;
import io.osdqualify.profile.PersistentMemoryStep;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.PreconditionStep;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.SaturationStep;
import io.osdqualify.profile.ScalingStep;
import io.osdqualify.profile.WriteSaturationStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The probes of a plan, in its order.
 *
 * @param context of all of them
 */
public record Probes(List<Probe> probes, ProbeContext context) {

  public Probes {
    probes = List.copyOf(probes);
  }

  /** Those that a profile asks for, without what {@code --quick} leaves out. */
  public static Probes of(Profile profile, ProbeContext context) {
    List<Probe> probes =
        profile.plan().stream()
            .filter(step -> !(context.quick() && step.skippedByQuick()))
            .map(Probes::of)
            .toList();
    return new Probes(probes, context);
  }

  /** The same after another probe. */
  public Probes after(Probe first) {
    return new Probes(Stream.concat(Stream.of(first), probes.stream()).toList(), context);
  }

  /** What will be done; a phase that two steps ask for is there once. */
  public List<Outline> outline() {
    Map<String, Outline> outlines = new LinkedHashMap<>();
    for (Probe probe : probes) {
      probe
          .outline(context, List.copyOf(outlines.values()))
          .forEach(outline -> outlines.putIfAbsent(outline.name(), outline));
    }
    return List.copyOf(outlines.values());
  }

  /** What can't be measured here. */
  public List<Missing> leftOut() {
    return probes.stream().flatMap(probe -> probe.leftOut(context).stream()).distinct().toList();
  }

  /** The next phase after those that were measured; empty where all is done. */
  public Optional<PhasePlan> next(List<Phase> measured) {
    for (Probe probe : probes) {
      Optional<PhasePlan> next = probe.next(context, measured);
      if (next.isPresent()) {
        return next;
      }
    }
    return Optional.empty();
  }

  private static Probe of(PlanStep step) {
    if (step instanceof PreconditionStep precondition) {
      return Precondition.of(precondition);
    }
    if (step instanceof CommitWriteStep commitWrite) {
      return new CommitWrite(commitWrite);
    }
    if (step instanceof ScalingStep scaling) {
      return new Scaling(scaling);
    }
    if (step instanceof WriteSaturationStep saturation) {
      return new WriteSaturation(saturation);
    }
    if (step instanceof IdleRecoveryStep idle) {
      return new IdleRecovery(idle);
    }
    if (step instanceof CrossStimulusStep cross) {
      return new CrossStimulus(cross);
    }
    if (step instanceof DemandIntensityStep demand) {
      return new DemandIntensity(demand);
    }
    if (step instanceof SaturationStep saturation) {
      return new Saturation(saturation);
    }
    if (step instanceof LoadCurveStep loadCurve) {
      return new LoadCurve(loadCurve);
    }
    if (step instanceof PersistentMemoryStep persistentMemory) {
      return new PersistentMemory(persistentMemory);
    }
    if (step instanceof LoopStep loop) {
      return new SteadyState(loop);
    }
    if (step instanceof MixedLoadStep mixedLoad) {
      return new MixedLoad(mixedLoad);
    }
    if (step instanceof CacheChainStep chain) {
      return new CacheChain(chain);
    }
    throw new IllegalStateException("no probe for step " + step.probe());
  }
}
