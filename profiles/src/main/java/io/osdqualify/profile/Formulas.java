package io.osdqualify.profile;

import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Expression.Scope;
import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Expressions out of nodes. Each is tried with values that a run could have, so that a division by
 * zero or a stream count of 2.5 is found when the profile is loaded.
 */
final class Formulas {

  /** Whole inputs with more values than this are tried at so many of them. */
  private static final int MOST_TRIALS = 64;

  private static final double SOME_BYTES = 1L << 40;
  private static final double SOME_IOPS = 10_000;

  private final Map<String, Type> names;
  private final List<Scope> trials;
  private final Problems problems;
  private final Values values;

  Formulas(List<InputSpec> inputs, Problems problems) {
    this.names = Names.of(inputs);
    this.trials = trials(inputs);
    this.problems = problems;
    this.values = new Values(problems);
  }

  /** Checks the value that an expression has in one trial. */
  interface Check {
    /** Whether the figure may be. */
    boolean holds(double value);
  }

  /** An expression of any type that always has a value; else a problem says what is wrong. */
  Optional<ParsedExpression> parse(YamlNode node) {
    return scalar(node).flatMap(this::parse);
  }

  /** The same, of one type. */
  Optional<Expression> parse(YamlNode node, Type type) {
    Optional<ParsedExpression> parsed = parse(node);
    if (parsed.isPresent() && parsed.get().type() != type) {
      problems.add(node.place(), type.noun() + " is expected, not " + parsed.get().type().noun());
      return Optional.empty();
    }
    return parsed.map(expression -> expression);
  }

  /**
   * The same, and its value is checked in all trials.
   *
   * @param range what is allowed, in words
   */
  Optional<Expression> parse(YamlNode node, Type type, String range, Check check) {
    return parse(node, type).filter(expression -> allHold(node, expression, range, check));
  }

  private boolean allHold(YamlNode node, Expression expression, String range, Check check) {
    for (Scope trial : trials) {
      Optional<Result> result = expression.evaluate(trial);
      if (result.isPresent()
          && result.get() instanceof Result.Figure figure
          && !check.holds(figure.value())) {
        String value = Quantity.print(figure.value(), figure.unit());
        String when = when(expression, trial);
        problems.add(node.place(), range + " is expected, not " + value + when);
        return false;
      }
    }
    return true;
  }

  private Optional<Scalar> scalar(YamlNode node) {
    return values.scalar(node, "an expression");
  }

  private Optional<ParsedExpression> parse(Scalar scalar) {
    try {
      ParsedExpression expression = ExpressionParser.parse(scalar.text(), names);
      for (Scope trial : trials) {
        if (expression.evaluate(trial).isEmpty()) {
          problems.add(scalar.place(), "has no finite value" + when(expression, trial));
          return Optional.empty();
        }
      }
      return Optional.of(expression);
    } catch (ExpressionException e) {
      problems.add(scalar.at(e.position()), String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** For which inputs a trial failed: {@code , with osds = 1}. */
  private static String when(Expression expression, Scope trial) {
    StringBuilder text = new StringBuilder();
    expression.names().stream()
        .sorted()
        .forEach(
            name -> {
              if (trial.values().get(name) instanceof Result.Figure figure) {
                text.append(text.isEmpty() ? ", with " : ", ")
                    .append(name)
                    .append(" = ")
                    .append(Quantity.print(figure.value(), figure.unit()));
              }
            });
    return text.toString();
  }

  private static List<Scope> trials(List<InputSpec> inputs) {
    Map<String, Result> fixed = new HashMap<>();
    fixed.put(Names.CAPACITY, new Result.Figure(SOME_BYTES, Unit.BYTES));
    fixed.put(Names.DATA_DEVICE, new Result.Figure(SOME_IOPS, Unit.NONE));
    List<Map<String, Result>> trials = new ArrayList<>();
    for (String transport : List.of("nvme", "sata")) {
      Map<String, Result> trial = new HashMap<>(fixed);
      trial.put(Names.TRANSPORT, new Result.Text(transport));
      trials.add(trial);
    }
    for (InputSpec input : inputs) {
      List<Map<String, Result>> more = new ArrayList<>();
      for (Result value : candidates(input)) {
        for (Map<String, Result> trial : trials) {
          Map<String, Result> next = new HashMap<>(trial);
          next.put(input.name(), value);
          more.add(next);
        }
      }
      trials = more;
    }
    return trials.stream().map(Scope::new).toList();
  }

  private static List<Result> candidates(InputSpec input) {
    if (input.kind() == InputSpec.Kind.BYTES) {
      return List.of(new Result.Figure(SOME_BYTES, Unit.BYTES));
    }
    List<Result> candidates = new ArrayList<>();
    long last = Math.min(input.high(), input.low() + MOST_TRIALS - 1);
    for (long value = input.low(); value <= last; value++) {
      candidates.add(new Result.Figure(value, Unit.NONE));
    }
    if (last < input.high()) {
      candidates.add(new Result.Figure(input.high(), Unit.NONE));
    }
    return candidates;
  }
}
