package io.osdqualify.profile;

import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Expression.Scope;
import java.util.List;
import java.util.Optional;

/**
 * The tree of an expression; each node knows its type and its value. The parser has checked all
 * types: a value of another type than declared is a fault of whoever filled the scope.
 */
sealed interface Syntax {

  Type type();

  /** Empty where a name that is needed has no value, or a division has no finite result. */
  Optional<Result> evaluate(Scope scope);

  record Constant(Type type, Result value) implements Syntax {
    @Override
    public Optional<Result> evaluate(Scope scope) {
      return Optional.of(value);
    }
  }

  record Name(Type type, String name) implements Syntax {
    @Override
    public Optional<Result> evaluate(Scope scope) {
      Result value = scope.values().get(name);
      boolean fits =
          value == null
              || (value instanceof Result.Figure figure
                  ? type.isNumeric() && figure.unit() == type.unit()
                  : type == Type.TEXT && value instanceof Result.Text);
      if (!fits) {
        throw new IllegalArgumentException(name + " is " + type.noun() + ", not " + value);
      }
      return Optional.ofNullable(value);
    }
  }

  record Negate(Syntax operand) implements Syntax {
    @Override
    public Type type() {
      return operand.type();
    }

    @Override
    public Optional<Result> evaluate(Scope scope) {
      return operand.evaluate(scope).flatMap(value -> figure(type(), -number(value)));
    }
  }

  record Arithmetic(char sign, Type type, Syntax left, Syntax right) implements Syntax {
    @Override
    public Optional<Result> evaluate(Scope scope) {
      Optional<Result> first = left.evaluate(scope);
      Optional<Result> second = right.evaluate(scope);
      if (first.isEmpty() || second.isEmpty()) {
        return Optional.empty();
      }
      return figure(type, apply(number(first.get()), number(second.get())));
    }

    private double apply(double a, double b) {
      double from = left.type().perSiUnit();
      double by = right.type().perSiUnit();
      // Where the units cancel the factor is exactly 1, so that whole numbers stay whole.
      return switch (sign) {
        case '+' -> a + b;
        case '-' -> a - b;
        case '*' -> a * b * (type.perSiUnit() / (from * by));
        case '/' -> a / b * (type.perSiUnit() * by / from);
        default -> throw new IllegalStateException("no operator: " + sign);
      };
    }
  }

  record Comparison(String sign, Syntax left, Syntax right) implements Syntax {
    @Override
    public Type type() {
      return Type.TRUTH;
    }

    @Override
    public Optional<Result> evaluate(Scope scope) {
      Optional<Result> first = left.evaluate(scope);
      Optional<Result> second = right.evaluate(scope);
      if (first.isEmpty() || second.isEmpty()) {
        return Optional.empty();
      }
      return truth(holds(first.get(), second.get()));
    }

    private boolean holds(Result first, Result second) {
      return switch (sign) {
        case "==" -> first.equals(second);
        case "!=" -> !first.equals(second);
        case "<" -> number(first) < number(second);
        case "<=" -> number(first) <= number(second);
        case ">" -> number(first) > number(second);
        case ">=" -> number(first) >= number(second);
        default -> throw new IllegalStateException("no comparison: " + sign);
      };
    }
  }

  record Not(Syntax operand) implements Syntax {
    @Override
    public Type type() {
      return Type.TRUTH;
    }

    @Override
    public Optional<Result> evaluate(Scope scope) {
      return operand.evaluate(scope).flatMap(value -> truth(!isTrue(value)));
    }
  }

  /**
   * {@code &&} and {@code ||}: one side alone may decide, then the other needs no value.
   *
   * @param decides the value of one side that settles the whole: false for and, true for or
   */
  record Logic(boolean decides, Syntax left, Syntax right) implements Syntax {
    @Override
    public Type type() {
      return Type.TRUTH;
    }

    @Override
    public Optional<Result> evaluate(Scope scope) {
      Optional<Result> first = left.evaluate(scope);
      if (first.isPresent() && isTrue(first.get()) == decides) {
        return first;
      }
      Optional<Result> second = right.evaluate(scope);
      if (second.isPresent() && isTrue(second.get()) == decides) {
        return second;
      }
      return first.isPresent() ? second : first;
    }
  }

  record Choice(Syntax condition, Syntax then, Syntax otherwise) implements Syntax {
    @Override
    public Type type() {
      return then.type();
    }

    @Override
    public Optional<Result> evaluate(Scope scope) {
      return condition
          .evaluate(scope)
          .flatMap(value -> (isTrue(value) ? then : otherwise).evaluate(scope));
    }
  }

  /** {@code min}, {@code max} or {@code ceil}; all arguments have one type. */
  record Call(String function, List<Syntax> arguments) implements Syntax {
    @Override
    public Type type() {
      return arguments.get(0).type();
    }

    @Override
    public Optional<Result> evaluate(Scope scope) {
      double result = Double.NaN;
      for (int i = 0; i < arguments.size(); i++) {
        Optional<Result> value = arguments.get(i).evaluate(scope);
        if (value.isEmpty()) {
          return value;
        }
        result = i == 0 ? number(value.get()) : fold(result, number(value.get()));
      }
      return figure(type(), function.equals("ceil") ? Math.ceil(result) : result);
    }

    private double fold(double so, double next) {
      return function.equals("min") ? Math.min(so, next) : Math.max(so, next);
    }
  }

  private static double number(Result value) {
    return ((Result.Figure) value).value();
  }

  private static boolean isTrue(Result value) {
    return ((Result.Truth) value).value();
  }

  private static Optional<Result> truth(boolean value) {
    return Optional.of(new Result.Truth(value));
  }

  private static Optional<Result> figure(Type type, double value) {
    // -0.0 would print as "-0" and differ from 0.
    return Double.isFinite(value)
        ? Optional.of(new Result.Figure(value == 0 ? 0 : value, type.unit()))
        : Optional.empty();
  }
}
