package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.judge.Plateaus.Shape;
import io.osdqualify.profile.CrossStimulusStep;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What small random writes leave behind for large sequential ones, and for how long. */
final class CrossStimulusFigures {

  /** Back is who does this share of what it did before: SNIA's slope excursion, a choice here. */
  private static final double BACK = 0.9;

  /** Points that are back together: one good second is none. A choice. */
  private static final int TOGETHER = 5;

  private final List<Phase> phases;
  private final Measured.Collector collector = new Measured.Collector();

  private CrossStimulusFigures(List<Phase> phases) {
    this.phases = phases;
  }

  static Measured of(List<Phase> phases) {
    return new CrossStimulusFigures(phases).figures();
  }

  private Measured figures() {
    phases.forEach(this::addPhase);
    Optional<Phase> first = phase(CrossStimulusStep.FIRST);
    Optional<Phase> last = phase(CrossStimulusStep.LAST);
    if (first.isPresent() && last.isPresent()) {
      compare(first.get(), last.get());
    } else {
      String why = "sequential writes were not measured both before and after";
      collector.miss(CrossStimulusStep.RATIO, why);
      collector.miss(CrossStimulusStep.RECOVERY, why);
    }
    return collector.collected();
  }

  private Optional<Phase> phase(String name) {
    return phases.stream()
        .filter(phase -> phase.name().equals(name) && phase.operations() > 0)
        .findFirst();
  }

  private static List<SeriesPoint> series(Phase phase) {
    return phase.series().getOrDefault(phase.mainKind(), List.of());
  }

  private void addPhase(Phase phase) {
    if (phase.operations() == 0 || series(phase).isEmpty()) {
      List.of(Metrics.RATE, Metrics.BANDWIDTH, CrossStimulusStep.SETTLING)
          .forEach(end -> collector.miss(phase.name() + end, "nothing completed in the phase"));
      return;
    }
    Uncertainty interval = Intervals.ofRate(phase.iops(), series(phase));
    double block = (double) phase.bytes() / phase.operations();
    collector.add(
        phase.name() + Metrics.RATE, phase.iops(), Unit.PER_SECOND, phase.operations(), interval);
    collector.add(
        phase.name() + Metrics.BANDWIDTH,
        phase.iops() * block,
        Unit.BYTES_PER_SECOND,
        phase.operations(),
        Intervals.times(interval, block));
    addSettling(phase);
  }

  private void addSettling(Phase phase) {
    String metric = phase.name() + CrossStimulusStep.SETTLING;
    Plateaus plateaus = Plateaus.of(series(phase));
    if (!plateaus.suffices()) {
      collector.miss(metric, "too short: " + plateaus.points().size() + " seconds");
    } else if (hasNotSettled(plateaus.shape())) {
      collector.miss(metric, "it had not settled at the end: " + plateaus.shape().key());
    } else {
      collector.add(time(metric, plateaus.points(), plateaus.plateauFrom()));
    }
  }

  private static boolean hasNotSettled(Shape shape) {
    return shape == Shape.FALLING || shape == Shape.THROTTLED;
  }

  /** The time until a point; it is known to one point. */
  private static Measurement time(String metric, List<SeriesPoint> points, int at) {
    double until = at == 0 ? 0 : points.get(at - 1).endSeconds();
    double low = at <= 1 ? 0 : points.get(at - 2).endSeconds();
    double high = at == 0 ? 0 : points.get(at).endSeconds();
    return new Measurement(
        metric,
        new Value.Figure(until * 1e9),
        Unit.NANOSECONDS,
        points.size(),
        low * 1e9,
        high * 1e9);
  }

  private void compare(Phase first, Phase last) {
    List<SeriesPoint> before = Plateaus.of(series(first)).plateau();
    List<SeriesPoint> after = Plateaus.of(series(last)).plateau();
    double was = Plateaus.rate(before);
    double is = Plateaus.rate(after);
    if (was <= 0) {
      collector.miss(CrossStimulusStep.RATIO, "nothing completed before");
      collector.miss(CrossStimulusStep.RECOVERY, "nothing completed before");
      return;
    }
    collector.add(
        CrossStimulusStep.RATIO,
        is / was,
        Unit.NONE,
        Plateaus.operations(after),
        Intervals.ofQuotient(Intervals.ofRate(is, after), Intervals.ofRate(was, before)));
    addRecovery(series(last), was);
  }

  private void addRecovery(List<SeriesPoint> points, double was) {
    double best = 0;
    for (int at = 0; at + TOGETHER <= points.size(); at++) {
      double rate = Plateaus.rate(points.subList(at, at + TOGETHER));
      if (rate >= BACK * was) {
        collector.add(time(CrossStimulusStep.RECOVERY, points, at));
        return;
      }
      best = Math.max(best, rate);
    }
    collector.miss(
        CrossStimulusStep.RECOVERY,
        String.format(
            Locale.ROOT,
            "it never came back to %.0f %% of what it was: to %.0f %% at most",
            BACK * 100,
            best / was * 100));
  }
}
