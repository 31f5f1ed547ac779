package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.profile.YamlNode.Sequence;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Suggest;
import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Single values out of nodes. Each method returns empty where the node is wrong, and says so. */
final class Values {

  private final Problems problems;

  Values(Problems problems) {
    this.problems = problems;
  }

  /**
   * A single value.
   *
   * @param expected with its article, for the message
   */
  Optional<Scalar> scalar(YamlNode node, String expected) {
    if (node instanceof Scalar scalar && !scalar.isNull()) {
      return Optional.of(scalar);
    }
    problems.add(node.place(), expected + " is expected, not " + node.noun());
    return Optional.empty();
  }

  /** A text that is not blank. */
  Optional<String> text(YamlNode node) {
    Optional<Scalar> scalar = scalar(node, "a text");
    if (scalar.isPresent() && scalar.get().text().isBlank()) {
      problems.add(node.place(), "the text is empty");
      return Optional.empty();
    }
    return scalar.map(Scalar::text);
  }

  Optional<Integer> whole(YamlNode node, int low, int high) {
    Optional<Scalar> scalar = scalar(node, "a whole number");
    if (scalar.isEmpty()) {
      return Optional.empty();
    }
    if (!scalar.get().text().matches("[0-9]{1,9}")) {
      problems.add(node.place(), "a whole number is expected, not " + node.noun());
      return Optional.empty();
    }
    int value = Integer.parseInt(scalar.get().text());
    return inRange(node, value, low, high, low + " to " + high);
  }

  Optional<Long> size(YamlNode node, long low, long high) {
    return parsed(node, "a size", Bytes::parse)
        .flatMap(
            size -> inRange(node, size, low, high, Bytes.exact(low) + " to " + Bytes.exact(high)));
  }

  Optional<Duration> time(YamlNode node, Duration low, Duration high) {
    return parsed(node, "a time", Durations::parse)
        .flatMap(
            time ->
                inRange(
                    node, time, low, high, Durations.print(low) + " to " + Durations.print(high)));
  }

  /** A share: {@code 2 %} or {@code 0.02}. */
  Optional<Double> share(YamlNode node, double low, double high) {
    return parsed(node, "a share", text -> Quantity.parse(text, Unit.NONE).value())
        .flatMap(
            share ->
                inRange(
                    node,
                    share,
                    low,
                    high,
                    Quantity.print(low * 100, Unit.NONE)
                        + " % to "
                        + Quantity.print(high * 100, Unit.NONE)
                        + " %"));
  }

  /**
   * A word out of a set.
   *
   * @param what the word stands for, as {@code axis}
   */
  <T> Optional<T> word(YamlNode node, String what, Map<String, T> words) {
    Optional<Scalar> scalar = scalar(node, "one of " + String.join(", ", words.keySet()));
    if (scalar.isEmpty()) {
      return Optional.empty();
    }
    T value = words.get(scalar.get().text());
    if (value == null) {
      problems.add(node.place(), unknown(what, scalar.get().text(), words));
    }
    return Optional.ofNullable(value);
  }

  private static String unknown(String what, String word, Map<String, ?> words) {
    String hint = Suggest.question(word, words.keySet());
    return "unknown "
        + what
        + " \""
        + word
        + "\""
        + (hint.isEmpty() ? " (known: " + String.join(", ", words.keySet()) + ")" : hint);
  }

  /** A list, or one value for a list of one; never empty. */
  <T> Optional<List<T>> list(YamlNode node, Function<YamlNode, Optional<T>> item) {
    List<YamlNode> nodes = node instanceof Sequence list ? list.items() : List.of(node);
    if (nodes.isEmpty()) {
      problems.add(node.place(), "the list is empty");
      return Optional.empty();
    }
    List<T> values = new ArrayList<>();
    for (YamlNode each : nodes) {
      item.apply(each).ifPresent(values::add);
    }
    return values.size() == nodes.size() ? Optional.of(values) : Optional.empty();
  }

  private <T> Optional<T> parsed(YamlNode node, String expected, Function<String, T> parser) {
    return scalar(node, expected)
        .flatMap(
            scalar -> {
              try {
                return Optional.of(parser.apply(scalar.text()));
              } catch (IllegalArgumentException e) {
                problems.add(node.place(), String.valueOf(e.getMessage()));
                return Optional.empty();
              }
            });
  }

  private <T extends Comparable<T>> Optional<T> inRange(
      YamlNode node, T value, T low, T high, String range) {
    if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
      problems.add(node.place(), node.noun() + " is out of range: " + range);
      return Optional.empty();
    }
    return Optional.of(value);
  }
}
