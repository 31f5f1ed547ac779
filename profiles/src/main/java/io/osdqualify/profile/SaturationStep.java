package io.osdqualify.profile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One load with more and more threads and operations in flight, until that brings nothing more.
 *
 * @param threads ascending
 * @param depths operations in flight of a thread, ascending
 */
public record SaturationStep(
    LoadShape load,
    List<Integer> threads,
    List<Integer> depths,
    List<Variant> variants,
    Conduct conduct)
    implements PlanStep {

  public static final String PROBE = "saturation";

  static final StepBinder BINDER =
      new StepBinder(
          LoadReader.keys("threads", "depth"),
          (fields, conduct, reader) -> bind(fields, conduct, new LoadReader(reader)));

  /** Choice: more threads than most drives have queues to gain from. */
  private static final List<Integer> USUAL_THREADS = List.of(1, 2, 4, 8);

  private static final List<Integer> USUAL_DEPTHS = List.of(1, 2, 4, 8, 16, 32, 64, 128);

  /** What the knee gives that a profile may judge. */
  private static final List<String> OF_THE_KNEE =
      List.of(
          "iops",
          "threads",
          "depth",
          "latency-p95",
          "latency-p99",
          "latency-p99.9",
          "latency-p99.99",
          "latency-p99.999");

  public SaturationStep {
    threads = List.copyOf(threads);
    depths = List.copyOf(depths);
    variants = List.copyOf(variants);
  }

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    for (Variant variant : variants) {
      String prefix = Metrics.loadPrefix(PROBE, load, variant);
      OF_THE_KNEE.forEach(quantity -> metrics.add(prefix + ".knee." + quantity));
      metrics.add(prefix + ".max" + Metrics.RATE);
    }
    return metrics;
  }

  private static Optional<SaturationStep> bind(Fields fields, Conduct conduct, LoadReader reader) {
    List<Integer> threads =
        reader.ascending(fields, "threads", StepReader.MOST_STREAMS).orElse(USUAL_THREADS);
    List<Integer> depths =
        reader.ascending(fields, "depth", LoadReader.MOST_DEPTH).orElse(USUAL_DEPTHS);
    List<Variant> variants = reader.variants(fields);
    Optional<LoadShape> load = reader.shape(fields, variants);
    load.ifPresent(shape -> reader.checkMemory(fields, depths, shape.blockBytes()));
    return load.map(shape -> new SaturationStep(shape, threads, depths, variants, conduct));
  }
}
