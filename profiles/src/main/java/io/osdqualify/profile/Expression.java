package io.osdqualify.profile;

import io.osdqualify.quantity.Unit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed limit or parameter, such as {@code 40 MB/s * osds} or {@code transport == 'nvme' ? 2 ms
 * : 10 ms}. Operators: {@code + - * /}, {@code min max ceil}, comparisons, {@code && || !}, {@code
 * a ? b : c}.
 */
public interface Expression {

  /** The text as it stands in the profile. */
  String text();

  /** The names that it asks for. */
  Set<String> names();

  /**
   * Its value, or empty where a name that it needs has no value (an input that was not given) or a
   * division comes to no finite number. What a condition leaves out needs no value.
   */
  Optional<Result> evaluate(Scope scope);

  /** What an expression comes to. */
  sealed interface Result {
    /** A number in the base unit of its dimension (ns, B, B/s, 1/s). */
    record Figure(double value, Unit unit) implements Result {}

    record Text(String value) implements Result {}

    record Truth(boolean value) implements Result {}
  }

  /** The values that names have. */
  record Scope(Map<String, Result> values) {
    public Scope {
      values = Map.copyOf(values);
    }
  }
}
