package io.osdqualify.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values that several kinds of steps have. */
final class StepReader {

  /** Choice: more streams than a drive will ever have OSDs. */
  static final int MOST_STREAMS = 256;

  /** BlueStore's block size. */
  static final int COMMIT_BLOCK = 4 << 10;

  /** The smallest logical block of any drive. */
  private static final int SMALLEST_BLOCK = 512;

  /** Choice: larger blocks say nothing about commits, and each stream has buffers of them. */
  private static final int LARGEST_BLOCK = 16 << 20;

  /** RocksDB's log moves through about 1 GiB before its files are used again. */
  private static final long RING = 1L << 30;

  private static final long LARGEST_RING = 1L << 50;

  private final Problems problems;
  private final Values values;
  private final Formulas formulas;

  StepReader(Problems problems, Formulas formulas) {
    this.problems = problems;
    this.values = new Values(problems);
    this.formulas = formulas;
  }

  /** For what is wrong in a way that no method here finds. */
  Problems problems() {
    return problems;
  }

  Values values() {
    return values;
  }

  Formulas formulas() {
    return formulas;
  }

  Optional<Durability> durability(YamlNode node) {
    Map<String, Durability> words = new LinkedHashMap<>();
    for (Durability each : Durability.values()) {
      words.put(each.key(), each);
    }
    return values.word(node, "durability", words);
  }

  /** A size of blocks. */
  Optional<Integer> block(YamlNode node) {
    Optional<Long> size = values.size(node, SMALLEST_BLOCK, LARGEST_BLOCK);
    if (size.isPresent() && size.get() % SMALLEST_BLOCK != 0) {
      problems.add(node.place(), "a multiple of 512 B is expected, not " + node.noun());
      return Optional.empty();
    }
    return size.map(Math::toIntExact);
  }

  /** A size of blocks, under the key {@code block}. */
  int block(Fields fields, int otherwise) {
    return fields.get("block").flatMap(this::block).orElse(otherwise);
  }

  /** A number of streams; may name {@code osds}. */
  Optional<Expression> streams(YamlNode node) {
    return formulas.parse(
        node,
        Type.NUMBER,
        "a whole number of streams from 1 to " + MOST_STREAMS,
        n -> n >= 1 && n <= MOST_STREAMS && n == Math.rint(n));
  }

  /** A size that may name {@code capacity}, above 0. */
  Optional<Expression> volume(YamlNode node) {
    return formulas.parse(node, Type.SIZE, "more than 0 B", volume -> volume > 0);
  }

  /** Length of a stream's ring, under the key {@code ring}. */
  long ring(Fields fields) {
    return fields
        .get("ring")
        .flatMap(node -> values.size(node, LARGEST_BLOCK, LARGEST_RING))
        .orElse(RING);
  }

  /** A value that stands twice would be measured twice under one name. */
  <T> Optional<List<T>> distinct(YamlNode node, Optional<List<T>> list) {
    if (list.isPresent() && list.get().stream().distinct().count() < list.get().size()) {
      problems.add(node.place(), "a value stands in the list twice");
      return Optional.empty();
    }
    return list;
  }
}
