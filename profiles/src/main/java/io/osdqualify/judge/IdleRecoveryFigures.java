package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.profile.IdleRecoveryStep;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What pauses give back: the rate in the bursts after them against the rate without. */
final class IdleRecoveryFigures {

  private static final String NOTHING = "nothing completed in the phases";

  private final Measured.Collector collector = new Measured.Collector();

  /** The phases of one length of pause, with the baseline before them. */
  private record Group(List<Phase> baseline, List<Phase> bursts) {}

  private IdleRecoveryFigures() {}

  static Measured of(List<Phase> phases) {
    return new IdleRecoveryFigures().figures(phases);
  }

  private Measured figures(List<Phase> phases) {
    List<Phase> baselines = new ArrayList<>();
    Map<String, Group> groups = new LinkedHashMap<>();
    for (Phase phase : phases) {
      String name = phase.name().substring(0, phase.name().lastIndexOf('.'));
      if (name.equals(IdleRecoveryStep.BASELINE)) {
        baselines.add(phase);
      } else if (name.startsWith(IdleRecoveryStep.IDLE)) {
        groups
            .computeIfAbsent(name, group -> new Group(latest(baselines), new ArrayList<>()))
            .bursts()
            .add(phase);
      }
    }
    addRate(IdleRecoveryStep.BASELINE, baselines, ofSeconds(baselines));
    groups.forEach(this::addGroup);
    return collector.collected();
  }

  private static List<Phase> latest(List<Phase> baselines) {
    return baselines.isEmpty() ? List.of() : List.of(baselines.get(baselines.size() - 1));
  }

  private void addGroup(String name, Group group) {
    Uncertainty rate = ofRounds(group.bursts());
    addRate(name, group.bursts(), rate);
    double before = rate(group.baseline());
    if (before <= 0) {
      collector.miss(name + IdleRecoveryStep.RATIO, "no baseline before it");
      return;
    }
    collector.add(
        name + IdleRecoveryStep.RATIO,
        rate(group.bursts()) / before,
        Unit.NONE,
        operations(group.bursts()),
        Intervals.ofQuotient(rate, ofSeconds(group.baseline())));
  }

  private void addRate(String name, List<Phase> phases, Uncertainty uncertainty) {
    if (operations(phases) == 0) {
      collector.miss(name + Metrics.RATE, NOTHING);
    } else {
      collector.add(
          name + Metrics.RATE, rate(phases), Unit.PER_SECOND, operations(phases), uncertainty);
    }
  }

  private static double rate(List<Phase> phases) {
    double seconds = phases.stream().mapToDouble(Phase::durationSeconds).sum();
    return seconds > 0 ? operations(phases) / seconds : 0;
  }

  private static long operations(List<Phase> phases) {
    return phases.stream().mapToLong(Phase::operations).sum();
  }

  /** The seconds of a burst are one after the other, its rounds are what repeats. */
  private static Uncertainty ofRounds(List<Phase> bursts) {
    List<SeriesPoint> rounds = new ArrayList<>();
    double end = 0;
    for (Phase burst : bursts) {
      end += burst.durationSeconds();
      rounds.add(
          new SeriesPoint(
              end, burst.durationSeconds(), burst.operations(), burst.bytes(), null, null, null));
    }
    return Intervals.ofRate(rate(bursts), rounds);
  }

  private static Uncertainty ofSeconds(List<Phase> baselines) {
    List<SeriesPoint> points =
        baselines.stream()
            .flatMap(phase -> phase.series().getOrDefault(phase.mainKind(), List.of()).stream())
            .toList();
    return Intervals.ofRate(rate(baselines), points);
  }
}
