package io.osdqualify.judge;

import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Criterion;
import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Profile;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Expressions and criteria without a parser. */
final class Say {

  private Say() {}

  /** A constant. */
  static Expression number(double value, Unit unit) {
    return new Fake(
        "" + value, Set.of(), scope -> Optional.of(new Expression.Result.Figure(value, unit)));
  }

  /** A multiple of a name, such as {@code 1000 * osds}. */
  static Expression times(double factor, String name, Unit unit) {
    return new Fake(
        factor + " * " + name,
        Set.of(name),
        scope ->
            Optional.ofNullable(scope.values().get(name))
                .map(Expression.Result.Figure.class::cast)
                .map(figure -> new Expression.Result.Figure(factor * figure.value(), unit)));
  }

  static Expression truth(boolean value) {
    return new Fake("osds > 1", Set.of(), scope -> Optional.of(new Expression.Result.Truth(value)));
  }

  static Criterion atLeast(Axis axis, String metric, Expression limit) {
    return of(axis, metric, new Limit.AtLeast(limit, limit), Severity.FAIL);
  }

  static Criterion atLeast(Axis axis, String metric, double limit) {
    return atLeast(axis, metric, number(limit, Unit.NONE));
  }

  static Criterion atMost(Axis axis, String metric, double ns) {
    Expression limit = number(ns, Unit.NANOSECONDS);
    return of(axis, metric, new Limit.AtMost(limit, limit), Severity.FAIL);
  }

  static Criterion oneOf(Axis axis, String metric, String... words) {
    return of(axis, metric, new Limit.OneOf(List.of(words), List.of(words)), Severity.FAIL);
  }

  static Criterion warn(Criterion criterion) {
    return of(criterion.axis(), criterion.metric(), criterion.limit(), Severity.WARN);
  }

  static Criterion of(Axis axis, String metric, Limit limit, Severity severity) {
    return new Criterion(metric, axis, metric, limit, severity, "choice: a test");
  }

  static Profile profile(Criterion... criteria) {
    return new Profile(
        "test", 1, "Test", List.of(), List.of(), List.of(criteria), "built-in", "00");
  }

  private interface Evaluation {
    Optional<Expression.Result> of(Expression.Scope scope);
  }

  private record Fake(String text, Set<String> names, Evaluation evaluation) implements Expression {
    @Override
    public Optional<Result> evaluate(Scope scope) {
      return evaluation.of(scope);
    }
  }
}
