package io.osdqualify.profile;

import io.osdqualify.profile.LoadShape.Operation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what saturation and load-curve have in common. */
final class LoadReader {

  /** OQ_MAX_DEPTH of the engine. */
  static final int MOST_DEPTH = 1024;

  /** What the engine takes for the blocks of a thread. */
  private static final long MOST_MEMORY = 1L << 30;

  private static final List<String> KEYS =
      List.of("operation", "durability", "pattern", "block", "cpus", "numa", "poll", "phase");

  /** Whether it is random, by the word. */
  static final Map<String, Boolean> PATTERNS =
      words(new Boolean[] {true, false}, random -> random ? "random" : "sequential");

  private final StepReader reader;
  private final Values values;

  LoadReader(StepReader reader) {
    this.reader = reader;
    this.values = reader.values();
  }

  /** The common keys and more. */
  static List<String> keys(String... more) {
    return Stream.concat(KEYS.stream(), Stream.of(more)).toList();
  }

  /** What the load is; empty where its parts do not go together, which is a problem then. */
  Optional<LoadShape> shape(Fields fields, List<Variant> variants) {
    Operation operation =
        word(fields, "operation", words(Operation.values(), Operation::key))
            .orElse(Operation.WRITE);
    Optional<Durability> durability = fields.get("durability").flatMap(reader::durability);
    if (durability.isPresent() && operation != Operation.COMMIT) {
      reader.problems().add(fields.place(), "durability goes with operation: commit");
      return Optional.empty();
    }
    boolean random = word(fields, "pattern", PATTERNS).orElse(true);
    LoadShape shape =
        new LoadShape(
            operation,
            operation == Operation.COMMIT
                ? durability.orElse(Durability.FDATASYNC)
                : Durability.NONE,
            random,
            fields.get("block").flatMap(this::block).orElse(LoadShape.USUAL_BLOCK));
    return isPossible(fields, shape, variants) ? Optional.of(shape) : Optional.empty();
  }

  private boolean isPossible(Fields fields, LoadShape shape, List<Variant> variants) {
    Durability durability = shape.durability();
    boolean commits = shape.operation() == Operation.COMMIT;
    if (commits && (durability == Durability.NONE || durability == Durability.BUFFERED)) {
      reader
          .problems()
          .add(
              fields.place(),
              "a commit here is durable by dsync, fdatasync or fsync, not by " + durability.key());
      return false;
    }
    boolean polls = variants.stream().anyMatch(one -> one.poll() == Variant.Poll.POLLED);
    if (polls && shape.flushes()) {
      reader
          .problems()
          .add(
              fields.place(),
              "a polled io_uring can't flush: poll goes with dsync, not with " + durability.key());
      return false;
    }
    return true;
  }

  /** Threads have areas that are multiples of 1 MiB, so that only powers of two fit. */
  Optional<Integer> block(YamlNode node) {
    Optional<Integer> size = reader.block(node);
    if (size.isPresent() && Integer.bitCount(size.get()) != 1) {
      reader.problems().add(node.place(), "a power of two is expected, not " + node.noun());
      return Optional.empty();
    }
    return size;
  }

  /** The ways to run it; one where nothing is asked for. */
  List<Variant> variants(Fields fields) {
    return Variant.all(
        several(fields, "cpus", Variant.Cpus.values(), Variant.Cpus::key),
        several(fields, "numa", Variant.Numa.values(), Variant.Numa::key),
        several(fields, "poll", Variant.Poll.values(), Variant.Poll::key));
  }

  /** The first of the values is what holds where the key is absent, and has no word. */
  private <T> List<T> several(Fields fields, String key, T[] all, Function<T, String> word) {
    Map<String, T> words = words(all, word);
    words.remove("");
    return fields
        .get(key)
        .flatMap(
            node -> reader.distinct(node, values.list(node, item -> values.word(item, key, words))))
        .orElse(List.of(all[0]));
  }

  <T> Optional<T> word(Fields fields, String key, Map<String, T> words) {
    return fields.get(key).flatMap(node -> values.word(node, key, words));
  }

  Optional<Integer> whole(Fields fields, String key, int most) {
    return fields.get(key).flatMap(node -> values.whole(node, 1, most));
  }

  Optional<Duration> time(Fields fields, String key, Duration low, Duration high) {
    return fields.get(key).flatMap(node -> values.time(node, low, high));
  }

  /** Numbers from 1, each larger than the one before it. */
  Optional<List<Integer>> ascending(Fields fields, String key, int most) {
    return fields
        .get(key)
        .flatMap(node -> ascending(node, values.list(node, item -> values.whole(item, 1, most))));
  }

  /** Whole per cents, ascending. */
  Optional<List<Integer>> percents(Fields fields, String key) {
    return fields.get(key).flatMap(node -> ascending(node, values.list(node, this::percent)));
  }

  private Optional<Integer> percent(YamlNode node) {
    Optional<Double> share = values.share(node, 0.01, 1);
    if (share.isPresent() && Math.abs(share.get() * 100 - Math.rint(share.get() * 100)) > 1e-9) {
      reader.problems().add(node.place(), "a whole number of per cents is expected");
      return Optional.empty();
    }
    return share.map(value -> (int) Math.round(value * 100));
  }

  private Optional<List<Integer>> ascending(YamlNode node, Optional<List<Integer>> list) {
    if (list.isPresent() && !list.get().stream().sorted().distinct().toList().equals(list.get())) {
      reader.problems().add(node.place(), "each number must be larger than the one before it");
      return Optional.empty();
    }
    return list;
  }

  /** Whether the engine has room for the blocks in flight; a problem where it has none. */
  boolean checkMemory(Fields fields, List<Integer> depths, int blockBytes) {
    List<String> large =
        depths.stream()
            .filter(depth -> (long) depth * blockBytes > MOST_MEMORY)
            .map(String::valueOf)
            .toList();
    if (!large.isEmpty()) {
      reader
          .problems()
          .add(
              fields.place(),
              "depth %s of %s needs more than 1 GiB a thread"
                  .formatted(String.join(", ", large), Metrics.block(blockBytes)));
    }
    return large.isEmpty();
  }

  static <T> Map<String, T> words(T[] all, Function<T, String> word) {
    return Stream.of(all)
        .collect(
            Collectors.toMap(
                word, Function.identity(), (first, later) -> first, LinkedHashMap::new));
  }
}
