package io.osdqualify.profile;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Response latency against load: shares of the maximum in open loop.
 *
 * @param percents of the maximum, ascending
 * @param threads that find the maximum, where no saturation has found it
 * @param depth operations in flight of each of them
 * @param poisson random intervals between operations, else even ones
 * @param atMost the p99 up to which a load is of use; absent: none is asked for
 */
public record LoadCurveStep(
    LoadShape load,
    List<Integer> percents,
    int threads,
    int depth,
    boolean poisson,
    @Nullable Duration atMost,
    List<Variant> variants,
    Conduct conduct)
    implements PlanStep {

  public static final String PROBE = "load-curve";

  static final StepBinder BINDER =
      new StepBinder(
          LoadReader.keys("loads", "threads", "depth", "arrival", "at-most"),
          (fields, conduct, reader) -> bind(fields, conduct, new LoadReader(reader)));

  /** Choice: enough for most drives' maximum, and for an OSD's commits one at a time. */
  private static final int USUAL_THREADS = 4;

  private static final int USUAL_DEPTH = 32;

  private static final Duration SHORTEST = Duration.ofNanos(1000);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Whether it is random, by the word. */
  private static final Map<String, Boolean> ARRIVALS =
      LoadReader.words(new Boolean[] {true, false}, random -> random ? "poisson" : "fixed");

  private static final List<String> OF_A_LOAD =
      List.of("iops", "unserved", "latency-mean", "latency-p50", "latency-p99", "latency-p99.9");

  public LoadCurveStep {
    percents = List.copyOf(percents);
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
      for (int percent : percents) {
        OF_A_LOAD.forEach(quantity -> metrics.add(prefix + "." + percent + "." + quantity));
      }
      if (atMost != null) {
        metrics.add(prefix + ".usable.load");
        metrics.add(prefix + ".usable" + Metrics.RATE);
      }
    }
    return metrics;
  }

  private static Optional<LoadCurveStep> bind(Fields fields, Conduct conduct, LoadReader reader) {
    List<Integer> percents =
        reader
            .percents(fields, "loads")
            .orElseGet(() -> IntStream.rangeClosed(1, 10).mapToObj(i -> i * 10).toList());
    int threads = reader.whole(fields, "threads", StepReader.MOST_STREAMS).orElse(USUAL_THREADS);
    Optional<Integer> depth = reader.whole(fields, "depth", LoadReader.MOST_DEPTH);
    boolean poisson = reader.word(fields, "arrival", ARRIVALS).orElse(true);
    Duration atMost = reader.time(fields, "at-most", SHORTEST, LONGEST).orElse(null);
    List<Variant> variants = reader.variants(fields);
    return reader
        .shape(fields, variants)
        .map(
            shape ->
                new LoadCurveStep(
                    shape,
                    percents,
                    threads,
                    depth.orElse(usualDepth(shape)),
                    poisson,
                    atMost,
                    variants,
                    conduct))
        .filter(
            step -> reader.checkMemory(fields, List.of(step.depth()), step.load().blockBytes()));
  }

  private static int usualDepth(LoadShape shape) {
    return shape.operation() == LoadShape.Operation.COMMIT ? 1 : USUAL_DEPTH;
  }
}
