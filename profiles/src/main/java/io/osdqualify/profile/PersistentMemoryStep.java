package io.osdqualify.profile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Durable writes into a mapping of persistent memory, one at a time, by each method.
 *
 * @param methods that must be measured; none: all that the CPU has
 * @param patterns random or, false, sequential
 */
public record PersistentMemoryStep(
    List<PmemMethod> methods, List<Boolean> patterns, List<Integer> blockBytes, Conduct conduct)
    implements PlanStep {

  public static final String PROBE = "persistent-memory";

  static final StepBinder BINDER =
      new StepBinder(List.of("method", "pattern", "block", "phase"), PersistentMemoryStep::bind);

  /** From a sector to what RocksDB and dm-writecache write at most at a time. */
  private static final List<Integer> USUAL_BLOCKS =
      List.of(512, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20);

  private static final List<String> QUANTITIES =
      List.of("bandwidth", "iops", "latency-p50", "latency-p99", "latency-p99.9");

  public PersistentMemoryStep {
    methods = List.copyOf(methods);
    patterns = List.copyOf(patterns);
    blockBytes = List.copyOf(blockBytes);
  }

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    List<String> ways = new ArrayList<>();
    methods.forEach(method -> ways.add(method.key()));
    ways.add("best");
    Set<String> metrics = new LinkedHashSet<>();
    metrics.add(Metrics.PMEM_BEST);
    for (boolean random : patterns) {
      for (int block : blockBytes) {
        for (String way : ways) {
          String phase = Metrics.pmemPhase(way, random, block);
          QUANTITIES.forEach(quantity -> metrics.add(phase + "." + quantity));
        }
        metrics.add(Metrics.pmemBest(random, block));
      }
    }
    return metrics;
  }

  private static Optional<PersistentMemoryStep> bind(
      Fields fields, Conduct conduct, StepReader reader) {
    Map<String, PmemMethod> methods = LoadReader.words(PmemMethod.values(), PmemMethod::key);
    LoadReader blocks = new LoadReader(reader);
    return Optional.of(
        new PersistentMemoryStep(
            list(fields, "method", methods, reader).orElse(List.of()),
            list(fields, "pattern", LoadReader.PATTERNS, reader).orElse(List.of(false, true)),
            fields
                .get("block")
                .flatMap(node -> reader.distinct(node, reader.values().list(node, blocks::block)))
                .orElse(USUAL_BLOCKS),
            conduct));
  }

  private static <T> Optional<List<T>> list(
      Fields fields, String key, Map<String, T> words, StepReader reader) {
    Values values = reader.values();
    return fields
        .get(key)
        .flatMap(
            node ->
                reader.distinct(node, values.list(node, item -> values.word(item, key, words))));
  }
}
