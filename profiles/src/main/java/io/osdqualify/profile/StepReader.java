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

  /** Rates of streams in 1/s: one, or a list of different ones. */
  Optional<List<Rate>> rates(YamlNode node) {
    return distinct(node, values.list(node, each -> rate(each, Type.RATE)));
  }

  /** {@code closed}, one rate for both tiers, or a mapping with one for each. */
  Optional<Rate> rate(YamlNode node, Type type) {
    if (node instanceof YamlNode.Scalar scalar && scalar.text().equals(Rate.CLOSED_WORD)) {
      return Optional.of(Rate.CLOSED);
    }
    if (!(node instanceof YamlNode.Mapping)) {
      return positive(node, type).map(both -> new Rate(both, both));
    }
    List<String> tiers = List.of(Tier.MINIMUM.key(), Tier.RECOMMENDED.key());
    return Fields.of(node, "a rate", tiers, problems)
        .flatMap(
            fields -> {
              Optional<Expression> low = tier(fields, Tier.MINIMUM, type);
              Optional<Expression> high = tier(fields, Tier.RECOMMENDED, type);
              return low.flatMap(minimum -> high.map(other -> new Rate(minimum, other)));
            });
  }

  private Optional<Expression> tier(Fields fields, Tier tier, Type type) {
    return fields.required(tier.key()).flatMap(node -> positive(node, type));
  }

  private Optional<Expression> positive(YamlNode node, Type type) {
    return formulas.parse(node, type, "a rate above 0", rate -> rate > 0);
  }

  /** How an open loop is spaced. */
  Optional<Spacing> spacing(YamlNode node) {
    Map<String, Spacing> words = new LinkedHashMap<>();
    for (Spacing each : Spacing.values()) {
      words.put(each.key(), each);
    }
    return values.word(node, "arrival", words);
  }

  /** Size of a journal's writes: that of BlueStore's blocks, or a sector. */
  Optional<Integer> journal(YamlNode node) {
    Optional<Integer> size = block(node);
    if (size.isPresent() && size.get() != COMMIT_BLOCK && size.get() != SMALLEST_BLOCK) {
      problems.add(node.place(), "4 KiB or 512 B is expected, not " + node.noun());
      return Optional.empty();
    }
    return size;
  }

  /** A rate that a profile need not say. */
  static Rate usual(String minimum, String recommended) {
    return new Rate(constant(minimum), constant(recommended));
  }

  /** An expression of the program's own. */
  static Expression constant(String text) {
    InputSpec osds = new InputSpec("osds", InputSpec.Kind.INTEGER, false, 1, MOST_STREAMS);
    try {
      return Expressions.parse(text, List.of(osds));
    } catch (ExpressionException e) {
      throw new IllegalStateException(text, e);
    }
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
