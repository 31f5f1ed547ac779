package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.MixedLoadStep;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What N OSDs ask of the device at the same time: commits of their logs beside compactions and
 * reads of their databases. How long a commit takes then is what counts.
 */
public record MixedLoad(MixedLoadStep step) implements Probe {

  private static final int PREPARE_BLOCK = 1 << 20;
  private static final int PREPARE_DEPTH = 8;

  @Override
  public List<Outline> outline(ProbeContext context) {
    return outline(context, List.of());
  }

  @Override
  public List<Outline> outline(ProbeContext context, List<Outline> before) {
    boolean written =
        before.stream()
            .map(Outline::phase)
            .anyMatch(
                phase ->
                    phase.probe().equals(Precondition.NAME)
                        && covers(context, phase.workload().maxBytes()));
    List<Outline> outlines = new ArrayList<>();
    if (!written && reads()) {
      outlines.add(Outline.once(prepare(context)));
    }
    phases(context, written).stream().map(Outline::once).forEach(outlines::add);
    return outlines;
  }

  @Override
  public Optional<PhasePlan> next(ProbeContext context, List<Phase> measured) {
    boolean written =
        measured.stream()
            .anyMatch(
                phase -> phase.probe().equals(Precondition.NAME) && covers(context, phase.bytes()));
    List<PhasePlan> phases = new ArrayList<>();
    if (!written && reads()) {
      phases.add(prepare(context));
    }
    phases.addAll(phases(context, written));
    return phases.stream()
        .filter(phase -> measured.stream().noneMatch(done -> done.name().equals(phase.name())))
        .findFirst();
  }

  private boolean reads() {
    return step.workload().hasReads() || step.workload().hasCompaction();
  }

  /** Whole blocks of preconditioning may leave a rest that is smaller than one. */
  private static boolean covers(ProbeContext context, long bytes) {
    return bytes >= context.rangeLength() - MixedLayout.READ_AHEAD;
  }

  private List<PhasePlan> phases(ProbeContext context, boolean written) {
    MixedLayout layout = MixedLayout.of(context, written);
    return step.cells(context.tier(), context.scope()).stream()
        .map(cell -> phase(context, layout, cell))
        .toList();
  }

  private PhasePlan phase(ProbeContext context, MixedLayout layout, MixedLoadStep.Cell cell) {
    PhaseRule times = times(context);
    Backend backend = context.engine().mixedBackend(step.engine(), context.features());
    MixedStreams streams = new MixedStreams(context, layout, step, cell, backend);
    Workload workload =
        new Workload(backend, streams.all(), times.ramp(), times.max(), 0, context.options());
    return new PhasePlan(step.probe(), cell.name(), streams.describe(), workload, times);
  }

  /** Writes what will be read, once for all mixed loads of a run. */
  private PhasePlan prepare(ProbeContext context) {
    Region readable = MixedLayout.of(context, false).readable();
    Backend backend = context.engine().backend(step.engine(), PREPARE_DEPTH, context.features());
    Stream stream =
        Stream.sequential("prepare", readable)
            .block(PREPARE_BLOCK)
            .depth(backend.depth(PREPARE_DEPTH))
            .seed(Seeds.of(context.seed(), MixedLoadStep.PREPARE, 0))
            .build();
    Workload workload =
        new Workload(
            backend,
            List.of(stream),
            Duration.ZERO,
            Duration.ZERO,
            readable.length(),
            context.options());
    return new PhasePlan(
        step.probe(),
        MixedLoadStep.PREPARE,
        "sequential writes of what will be read",
        workload,
        times(context));
  }

  private PhaseRule times(ProbeContext context) {
    return context.quick() ? CommitPhase.quick(step.phase()) : step.phase();
  }
}
