package io.osdqualify.judge;

import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Expression.Result;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether a criterion applies to a run at all. */
final class Conditions {

  private Conditions() {}

  /**
   * Why a criterion with this condition is not judged, or empty where it is.
   *
   * @param condition absent for a criterion that always applies
   */
  static Optional<String> unmet(@Nullable Expression condition, Expression.Scope scope) {
    if (condition == null) {
      return Optional.empty();
    }
    Optional<Result> value = condition.evaluate(scope);
    if (value.isEmpty()) {
      return Optional.of(notGiven(condition, scope));
    }
    return value.get() instanceof Result.Truth truth && truth.value()
        ? Optional.empty()
        : Optional.of("only judged when " + condition.text());
  }

  /** Says which names of an expression have no value. */
  static String notGiven(Expression expression, Expression.Scope scope) {
    TreeSet<String> absent = new TreeSet<>(expression.names());
    absent.removeAll(scope.values().keySet());
    return String.join(" and ", absent) + (absent.size() > 1 ? " were" : " was") + " not given";
  }
}
