package io.osdqualify.workload;

import io.osdqualify.engine.Arrival;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.judge.SaturationCurve;
import io.osdqualify.judge.SaturationCurve.Cell;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.SaturationStep;
import io.osdqualify.profile.Variant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** How much load it takes until more of it brings nothing, in closed loop. */
public record Saturation(SaturationStep step) implements Probe {

  @Override
  public List<Outline> outline(ProbeContext context) {
    List<Outline> outlines = new ArrayList<>();
    for (Variant variant : new Ways(context).possible(step.variants())) {
      if (step.load().reads()) {
        PhasePlan fill = fill(prefix(variant), context);
        outlines.add(new Outline(fill.name(), fill.what() + ", if nothing has", fill, 0, 1));
      }
      Sweep sweep = sweep(variant, context);
      Cell first = new Cell(sweep.threads().get(0), sweep.depths().get(0));
      outlines.add(Outline.once(phase(variant, first, context)));
      if (sweep.most() > 1) {
        outlines.add(rest(variant, sweep, context));
      }
    }
    return outlines;
  }

  /** All but the first; the deepest stands for them: it is what the engine must bear. */
  private Outline rest(Variant variant, Sweep sweep, ProbeContext context) {
    int threads = sweep.threads().get(0);
    int depth = sweep.depths().get(sweep.depths().size() - 1);
    return new Outline(
        prefix(variant),
        step.load().describe()
            + ", 1 to "
            + sweep.threads().get(sweep.threads().size() - 1)
            + " threads x 1 to "
            + depth
            + new Ways(context).words(variant),
        phase(variant, new Cell(threads, depth), context),
        sweep.least() - 1,
        sweep.most() - 1);
  }

  @Override
  public List<Missing> leftOut(ProbeContext context) {
    return new Ways(context).leftOut(step.variants(), this::prefix);
  }

  @Override
  public Optional<PhasePlan> next(ProbeContext context, List<Phase> measured) {
    for (Variant variant : new Ways(context).possible(step.variants())) {
      if (LoadArea.isMissing(context, step.load(), measured)) {
        return Optional.of(fill(prefix(variant), context));
      }
      Optional<Cell> cell = sweep(variant, context).next(rates(variant, measured));
      if (cell.isPresent()) {
        ProbeContext area = LoadArea.of(context, step.load(), measured);
        return Optional.of(phase(variant, cell.get(), area));
      }
    }
    return Optional.empty();
  }

  private Map<Cell, Double> rates(Variant variant, List<Phase> measured) {
    Map<Cell, Double> rates = new HashMap<>();
    SaturationCurve.of(prefix(variant), measured)
        .cells()
        .forEach((cell, phase) -> rates.put(cell, phase.iops()));
    return rates;
  }

  private String prefix(Variant variant) {
    return Metrics.loadPrefix(SaturationStep.PROBE, step.load(), variant);
  }

  private PhasePlan fill(String prefix, ProbeContext context) {
    return LoadArea.fill(step.probe(), prefix, context, step.engine(), step.phase());
  }

  /** With the depths that the engine can have; {@code --quick} takes every other number. */
  private Sweep sweep(Variant variant, ProbeContext context) {
    Ways ways = new Ways(context);
    List<Integer> depths =
        chosen(step.depths(), context).stream()
            .map(depth -> ways.backend(variant, step.engine(), depth).depth(depth))
            .distinct()
            .toList();
    return new Sweep(chosen(step.threads(), context), depths);
  }

  private static List<Integer> chosen(List<Integer> all, ProbeContext context) {
    int step = context.quick() ? 2 : 1;
    return IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
  }

  private PhasePlan phase(Variant variant, Cell size, ProbeContext context) {
    String what =
        "%s, %d %s x %d"
            .formatted(
                step.load().describe(),
                size.threads(),
                size.threads() == 1 ? "thread" : "threads",
                size.depth());
    return new LoadPhase(step.probe(), step.load(), variant, step.conduct())
        .plan(prefix(variant) + "." + size, size, Arrival.closed(), what, context);
  }
}
