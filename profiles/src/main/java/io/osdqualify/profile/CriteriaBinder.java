package io.osdqualify.profile;

import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.YamlNode.Mapping;
import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.profile.YamlNode.Sequence;
import io.osdqualify.quantity.Suggest;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** {@code criteria}: what is judged, and by what limit. */
final class CriteriaBinder {

  private static final List<String> KEYS =
      List.of("id", "axis", "metric", "at-least", "at-most", "one-of", "severity", "when", "why");
  private static final List<String> TIERS = List.of(Tier.MINIMUM.key(), Tier.RECOMMENDED.key());

  private final Problems problems;
  private final Values values;
  private final Formulas formulas;
  private final Set<String> measured;
  private final boolean planIsWhole;

  /**
   * For one profile.
   *
   * @param measured the metrics of the plan
   * @param planIsWhole whether the plan had no mistakes, so that what is not measured is no
   *     consequence of one
   */
  CriteriaBinder(Problems problems, Formulas formulas, Set<String> measured, boolean planIsWhole) {
    this.problems = problems;
    this.values = new Values(problems);
    this.formulas = formulas;
    this.measured = measured;
    this.planIsWhole = planIsWhole;
  }

  List<Criterion> bind(YamlNode node) {
    if (!(node instanceof Sequence list)) {
      problems.add(node.place(), "a list of criteria is expected, not " + node.noun());
      return List.of();
    }
    if (list.items().isEmpty()) {
      problems.add(node.place(), "nothing is judged: the list of criteria is empty");
    }
    List<Criterion> criteria = new ArrayList<>();
    for (YamlNode item : list.items()) {
      Fields.of(item, "a criterion", KEYS, problems)
          .flatMap(this::criterion)
          .ifPresent(criteria::add);
    }
    return criteria;
  }

  private Optional<Criterion> criterion(Fields fields) {
    Optional<Axis> axis =
        fields.required("axis").flatMap(node -> values.word(node, "axis", axes()));
    Optional<String> metric = fields.required("metric").flatMap(this::metric);
    Optional<Limit> limit = limit(fields, metric);
    Optional<String> why = fields.required("why").flatMap(values::text);
    Optional<Expression> when =
        fields.get("when").flatMap(node -> formulas.parse(node, Type.TRUTH));
    Severity severity =
        fields
            .get("severity")
            .flatMap(node -> values.word(node, "severity", severities()))
            .orElse(Severity.FAIL);
    Optional<String> id = fields.get("id").flatMap(values::text).or(() -> metric);
    if (axis.isEmpty() || id.isEmpty() || metric.isEmpty() || limit.isEmpty() || why.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Criterion(
            id.get(),
            axis.get(),
            metric.get(),
            limit.get(),
            severity,
            why.get(),
            when.orElse(null)));
  }

  private Optional<String> metric(YamlNode node) {
    Optional<String> metric = values.text(node);
    if (metric.isEmpty()) {
      return metric;
    }
    String name = metric.get();
    if (Metrics.unit(name).isEmpty()) {
      String hint = Suggest.question(name, measured);
      problems.add(
          node.place(),
          "unknown metric \""
              + name
              + "\""
              + (hint.isEmpty() ? " (docs/profiles.md lists them)" : hint));
      return Optional.empty();
    }
    if (planIsWhole && !measured.contains(name)) {
      problems.add(
          node.place(),
          "no step of the plan measures \"" + name + "\"" + Suggest.question(name, measured));
    }
    return metric;
  }

  private Optional<Limit> limit(Fields fields, Optional<String> metric) {
    List<String> found = Merge.LIMITS.stream().filter(fields::has).toList();
    if (found.size() != 1) {
      problems.add(
          fields.place(),
          "one of at-least, at-most and one-of is expected, not "
              + (found.isEmpty() ? "none" : String.join(" and ", found)));
      return Optional.empty();
    }
    String kind = found.get(0);
    Optional<YamlNode> node = fields.get(kind);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    boolean word = metric.flatMap(Metrics::unit).filter(unit -> unit == Unit.WORD).isPresent();
    if (metric.isPresent() && word != kind.equals("one-of")) {
      problems.add(
          node.get().place(),
          metric.get() + (word ? " is a word: one-of is expected" : " is a number: no one-of"));
      return Optional.empty();
    }
    Function<YamlNode, Optional<Expression>> number = limit -> number(limit, metric);
    Function<YamlNode, Optional<List<String>>> words = limit -> words(limit, metric);
    return switch (kind) {
      case "at-least" -> tiers(node.get(), number, Limit.AtLeast::new);
      case "at-most" -> tiers(node.get(), number, Limit.AtMost::new);
      case "one-of" -> tiers(node.get(), words, Limit.OneOf::new);
      default -> throw new IllegalStateException("no limit: " + kind);
    };
  }

  /** One value for both tiers, or a mapping with one for each. */
  private <T> Optional<Limit> tiers(
      YamlNode node, Function<YamlNode, Optional<T>> value, BiFunction<T, T, Limit> limit) {
    if (!(node instanceof Mapping)) {
      return value.apply(node).map(both -> limit.apply(both, both));
    }
    return Fields.of(node, "a limit", TIERS, problems)
        .flatMap(
            fields -> {
              Optional<T> minimum = fields.required(TIERS.get(0)).flatMap(value);
              Optional<T> recommended = fields.required(TIERS.get(1)).flatMap(value);
              return minimum.flatMap(low -> recommended.map(high -> limit.apply(low, high)));
            });
  }

  private Optional<Expression> number(YamlNode node, Optional<String> metric) {
    Optional<ParsedExpression> parsed = formulas.parse(node);
    if (parsed.isEmpty()) {
      return Optional.empty();
    }
    Type type = parsed.get().type();
    if (metric.isPresent()) {
      Type expected = Type.of(Metrics.unit(metric.get()).orElse(Unit.NONE));
      // Commits per second may be given as a plain number: nobody writes "5000 /s".
      boolean plainRate = expected == Type.RATE && type == Type.NUMBER;
      if (type != expected && !plainRate) {
        problems.add(node.place(), mismatch(metric.get(), expected, type));
        return Optional.empty();
      }
    }
    return parsed.map(expression -> expression);
  }

  private static String mismatch(String metric, Type expected, Type type) {
    String message = metric + " is " + expected.noun() + ", the limit is " + type.noun();
    return switch (expected) {
      case TIME -> message + "; a time has a unit, as in \"2 ms\"";
      case SIZE -> message + "; a size has a unit, as in \"4 GiB\"";
      case NUMBER, RATE, BANDWIDTH, TEXT, TRUTH -> message;
    };
  }

  private Optional<List<String>> words(YamlNode node, Optional<String> metric) {
    Map<String, String> known = new LinkedHashMap<>();
    metric.map(Metrics::words).orElse(List.of()).forEach(word -> known.put(word, word));
    return values.list(
        node,
        item ->
            known.isEmpty()
                ? values.scalar(item, "a word").map(Scalar::text)
                : values.word(item, "word", known));
  }

  private static Map<String, Axis> axes() {
    Map<String, Axis> words = new LinkedHashMap<>();
    for (Axis axis : Axis.values()) {
      // Integrity is judged by rule.
      if (axis != Axis.INTEGRITY) {
        words.put(axis.key(), axis);
      }
    }
    return words;
  }

  private static Map<String, Severity> severities() {
    Map<String, Severity> words = new LinkedHashMap<>();
    for (Severity severity : Severity.values()) {
      words.put(severity.key(), severity);
    }
    return words;
  }
}
