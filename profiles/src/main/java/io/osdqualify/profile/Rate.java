package io.osdqualify.profile;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How much a stream is asked for: so many operations or bytes a second, whatever the drive does
 * (open loop), or as much as it gives (closed loop).
 *
 * @param minimum of that tier, in 1/s or B/s; absent in closed loop
 * @param recommended of the other tier
 */
public record Rate(@Nullable Expression minimum, @Nullable Expression recommended) {

  /** The word in profiles and in names of phases. */
  static final String CLOSED_WORD = "closed";

  /** Closed loop. */
  public static final Rate CLOSED = new Rate(null, null);

  /** Per second in this run; empty in closed loop. */
  public OptionalDouble perSecond(Tier tier, Expression.Scope scope) {
    Expression expression = tier == Tier.MINIMUM ? minimum : recommended;
    if (expression == null) {
      return OptionalDouble.empty();
    }
    if (expression.evaluate(scope).orElse(null) instanceof Expression.Result.Figure figure
        && figure.value() > 0) {
      return OptionalDouble.of(figure.value());
    }
    throw new IllegalStateException(expression.text() + " is no rate");
  }

  /** How names of phases tell it from others, as {@code 500}. */
  static String label(OptionalDouble perSecond) {
    if (perSecond.isEmpty()) {
      return CLOSED_WORD;
    }
    double value = perSecond.getAsDouble();
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : Double.toString(value).replace('.', '_');
  }

  /** The label, where it is the same whatever the tier, the target and the inputs. */
  Optional<String> fixedLabel() {
    Expression one = minimum;
    Expression other = recommended;
    if (one == null || other == null) {
      return Optional.of(CLOSED_WORD);
    }
    if (!one.names().isEmpty() || !one.text().equals(other.text())) {
      return Optional.empty();
    }
    return Optional.of(label(perSecond(Tier.MINIMUM, new Expression.Scope(Map.of()))));
  }
}
