package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.judge.SaturationCurve.Cell;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The measurements of saturation: each size of a load, its knee and its maximum. */
final class SaturationFigures implements Measurements.OfProbe {

  private static final List<String> CELL = List.of("p50", "p99", "p99.9");

  private static final List<String> KNEE = List.of("p95", "p99", "p99.9", "p99.99", "p99.999");

  @Override
  public Measured of(List<Phase> phases) {
    Measured.Collector collector = new Measured.Collector();
    Set<String> loads = new LinkedHashSet<>();
    for (Phase phase : phases) {
      Optional<String> load = SaturationCurve.prefix(phase);
      load.ifPresent(loads::add);
      if (load.isEmpty()) {
        collector.addAll(PhaseMeasurements.of(phase)); // what was written before it
      } else if (phase.operations() == 0) {
        collector.miss(phase.name() + Metrics.RATE, Tails.NOTHING);
      } else {
        Tails.addRate(collector, phase.name(), phase);
        Tails.addLatencies(collector, phase.name(), phase, phase.mainKind(), CELL);
        Tails.addCpu(collector, phase.name(), phase);
      }
    }
    loads.forEach(load -> addKnee(collector, load, SaturationCurve.of(load, phases)));
    return collector.collected();
  }

  private static void addKnee(Measured.Collector collector, String load, SaturationCurve curve) {
    Optional<Map.Entry<Cell, Phase>> best = curve.best();
    Optional<Map.Entry<Cell, Phase>> knee = curve.knee();
    if (best.isEmpty() || knee.isEmpty()) {
      collector.miss(load + ".knee", "nothing completed at any load");
      return;
    }
    Tails.addRate(collector, load + ".max", best.get().getValue());
    String name = load + ".knee";
    Phase phase = knee.get().getValue();
    Cell cell = knee.get().getKey();
    Tails.addRate(collector, name, phase);
    collector.add(Measurement.fact(name + ".threads", (double) cell.threads(), Unit.NONE));
    collector.add(Measurement.fact(name + ".depth", (double) cell.depth(), Unit.NONE));
    Tails.addLatencies(collector, name, phase, phase.mainKind(), KNEE);
    Tails.addCpu(collector, name, phase);
  }
}
