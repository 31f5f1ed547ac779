package io.osdqualify.workload;

import io.osdqualify.engine.Arrival;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.judge.SaturationCurve;
import io.osdqualify.judge.SaturationCurve.Cell;
import io.osdqualify.profile.LoadCurveStep;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.SaturationStep;
import io.osdqualify.profile.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long operations take from the moment when they are due, at shares of the most that the device
 * can do: in open loop, so that a stall is in all that should have started in it.
 */
public record LoadCurve(LoadCurveStep step) implements Probe {

  private static final String MAXIMUM = ".max";

  /** Only for what the plan says before the maximum is known, operations a second of a thread. */
  private static final double ASSUMED_RATE = 20_000;

  @Override
  public List<Outline> outline(ProbeContext context) {
    List<Outline> outlines = new ArrayList<>();
    for (Variant variant : new Ways(context).possible(step.variants())) {
      if (step.load().reads()) {
        PhasePlan fill = fill(variant, context);
        outlines.add(new Outline(fill.name(), fill.what() + ", if nothing has", fill, 0, 1));
      }
      PhasePlan most = maximum(variant, context);
      outlines.add(new Outline(most.name(), most.what() + ", if not known", most, 0, 1));
      Maximum assumed = new Maximum(ASSUMED_RATE * step.threads(), size(variant, context));
      int loads = step.percents().size();
      outlines.add(
          new Outline(
              prefix(variant),
              step.load().describe()
                  + " at %d to %d %% of it"
                      .formatted(step.percents().get(0), step.percents().get(loads - 1))
                  + new Ways(context).words(variant),
              load(variant, step.percents().get(loads / 2), assumed, context),
              loads,
              loads));
    }
    return outlines;
  }

  @Override
  public List<Missing> leftOut(ProbeContext context) {
    return new Ways(context).leftOut(step.variants(), this::prefix);
  }

  @Override
  public Optional<PhasePlan> next(ProbeContext context, List<Phase> measured) {
    return new Ways(context)
        .possible(step.variants()).stream()
            .flatMap(variant -> next(variant, context, measured).stream())
            .findFirst();
  }

  private Optional<PhasePlan> next(Variant variant, ProbeContext context, List<Phase> measured) {
    if (LoadArea.isMissing(context, step.load(), measured)) {
      return Optional.of(fill(variant, context));
    }
    ProbeContext area = LoadArea.of(context, step.load(), measured);
    Optional<Maximum> found = maximum(variant, measured);
    if (found.isEmpty()) {
      return Optional.of(maximum(variant, area));
    }
    if (found.get().rate() <= 0) {
      return Optional.empty(); // Nothing completed: there are no shares of it.
    }
    return step.percents().stream()
        .filter(percent -> !isMeasured(prefix(variant) + "." + percent, measured))
        .findFirst()
        .map(percent -> load(variant, percent, found.get(), area));
  }

  private static boolean isMeasured(String name, List<Phase> measured) {
    return measured.stream().anyMatch(phase -> phase.name().equals(name));
  }

  /**
   * The most that the device did, and with how much in flight.
   *
   * @param rate of all threads, in 1/s
   */
  private record Maximum(double rate, Cell size) {}

  /** By a phase of its own, or else by the saturation of the same load in the same way. */
  private Optional<Maximum> maximum(Variant variant, List<Phase> measured) {
    Optional<Maximum> own =
        measured.stream()
            .filter(phase -> phase.name().equals(prefix(variant) + MAXIMUM))
            .map(LoadCurve::maximum)
            .findFirst();
    String saturation = Metrics.loadPrefix(SaturationStep.PROBE, step.load(), variant);
    return own.or(
        () ->
            SaturationCurve.of(saturation, measured)
                .best()
                .map(Map.Entry::getValue)
                .map(LoadCurve::maximum));
  }

  private static Maximum maximum(Phase phase) {
    Cell size = new Cell(phase.workload().streams(), phase.workload().depth());
    return new Maximum(phase.iops(), size);
  }

  private Cell size(Variant variant, ProbeContext context) {
    int depth = new Ways(context).backend(variant, step.engine(), step.depth()).depth(step.depth());
    return new Cell(step.threads(), depth);
  }

  private PhasePlan maximum(Variant variant, ProbeContext context) {
    Cell size = size(variant, context);
    String what = "%s, the most with %s".formatted(step.load().describe(), size);
    return phases(variant).plan(prefix(variant) + MAXIMUM, size, Arrival.closed(), what, context);
  }

  private PhasePlan load(Variant variant, int percent, Maximum maximum, ProbeContext context) {
    double rate = maximum.rate() * percent / 100 / maximum.size().threads();
    Arrival arrival = step.poisson() ? Arrival.poisson(rate) : Arrival.fixed(rate);
    String what =
        "%s at %d %%, %.0f/s"
            .formatted(step.load().describe(), percent, rate * maximum.size().threads());
    return phases(variant)
        .plan(prefix(variant) + "." + percent, maximum.size(), arrival, what, context);
  }

  private LoadPhase phases(Variant variant) {
    return new LoadPhase(step.probe(), step.load(), variant, step.conduct());
  }

  private PhasePlan fill(Variant variant, ProbeContext context) {
    return LoadArea.fill(step.probe(), prefix(variant), context, step.engine(), step.phase());
  }

  private String prefix(Variant variant) {
    return Metrics.loadPrefix(LoadCurveStep.PROBE, step.load(), variant);
  }
}
