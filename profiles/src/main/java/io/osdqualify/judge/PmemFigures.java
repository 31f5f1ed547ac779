package io.osdqualify.judge;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The measurements of persistent-memory: each method and size, and which method wins. */
final class PmemFigures implements Measurements.OfProbe {

  /** No method is faster than all others beyond the noise, or not for all sizes the same one. */
  private static final String NONE = "none";

  private static final List<String> PERCENTILES = List.of("p50", "p99", "p99.9");

  private static final Pattern NAME =
      Pattern.compile("pmem\\.(?<method>[a-z]+)\\.(?<load>(?:seq|rand)-[0-9]+(?:B|KiB))");

  @Override
  public Measured of(List<Phase> phases) {
    Measured.Collector collector = new Measured.Collector();
    Map<String, List<Phase>> loads = new LinkedHashMap<>();
    for (Phase phase : phases) {
      Matcher name = NAME.matcher(phase.name());
      if (name.matches()) {
        loads.computeIfAbsent(name.group("load"), load -> new ArrayList<>()).add(phase);
        add(collector, phase.name(), phase);
      }
    }
    Set<String> winners = new TreeSet<>();
    loads.forEach(
        (load, measured) -> winners.add(addWinner(collector, "pmem." + load, load, measured)));
    if (!winners.isEmpty()) {
      String word = winners.size() == 1 ? winners.iterator().next() : NONE;
      collector.add(Measurement.word(Metrics.PMEM_BEST, word));
    }
    return collector.collected();
  }

  private static void add(Measured.Collector collector, String name, Phase phase) {
    LatencyHistogram commits = phase.latency().get(phase.mainKind());
    if (commits == null || commits.count() == 0 || phase.durationSeconds() <= 0) {
      collector.miss(name + Metrics.BANDWIDTH, Tails.NOTHING);
      return;
    }
    Tails.addRate(collector, name, phase);
    collector.add(
        name + Metrics.BANDWIDTH,
        phase.bytes() / phase.durationSeconds(),
        Unit.BYTES_PER_SECOND,
        phase.operations(),
        bandwidth(phase));
    Tails.addLatencies(collector, name, phase, phase.mainKind(), PERCENTILES);
  }

  /** All blocks of a phase have one size, so that the rate's interval is the bandwidth's. */
  private static Uncertainty bandwidth(Phase phase) {
    if (Tails.rate(phase) instanceof Uncertainty.Interval rate) {
      double block = phase.workload().blockBytes();
      return new Uncertainty.Interval(rate.low() * block, rate.high() * block);
    }
    return Tails.rate(phase);
  }

  /** The fastest one's figures under the name {@code best}, and its word where it really wins. */
  private static String addWinner(
      Measured.Collector collector, String load, String size, List<Phase> phases) {
    List<Phase> fastest =
        phases.stream()
            .filter(phase -> phase.operations() > 0)
            .sorted((a, b) -> Double.compare(b.iops(), a.iops()))
            .toList();
    if (fastest.isEmpty()) {
      collector.miss(load + ".best-method", "nothing completed by any method");
      return NONE;
    }
    add(collector, "pmem.best." + size, fastest.get(0));
    String word =
        fastest.size() == 1 || isFaster(fastest.get(0), fastest.get(1))
            ? method(fastest.get(0))
            : NONE;
    collector.add(Measurement.word(load + ".best-method", word));
    return word;
  }

  private static boolean isFaster(Phase first, Phase second) {
    return low(first).isPresent()
        && high(second).isPresent()
        && low(first).get() > high(second).get();
  }

  private static Optional<Double> low(Phase phase) {
    return Optional.ofNullable(interval(phase)).map(Uncertainty.Interval::low);
  }

  private static Optional<Double> high(Phase phase) {
    return Optional.ofNullable(interval(phase)).map(Uncertainty.Interval::high);
  }

  private static Uncertainty.@Nullable Interval interval(Phase phase) {
    return Tails.rate(phase) instanceof Uncertainty.Interval interval ? interval : null;
  }

  private static String method(Phase phase) {
    Matcher name = NAME.matcher(phase.name());
    return name.matches() ? name.group("method") : NONE;
  }
}
