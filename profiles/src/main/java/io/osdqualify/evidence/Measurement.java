package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.osdqualify.quantity.Unit;
import org.jspecify.annotations.Nullable;

/**
 * One measured quantity.
 *
 * @param metric {@code <probe>[.<variant>][.streams-<n>].<quantity>}, as {@code
 *     commit.fdatasync.streams-1.iops}
 * @param value a finite number in {@code unit}, or a word where the unit is {@link Unit#WORD}
 * @param n how many samples the value rests on; 0 for a fact that was read, not sampled
 * @param ci95Low lower end of the 95 % interval; absent where none can be given
 * @param ci95High upper end of the 95 % interval
 */
public record Measurement(
    String metric,
    Value value,
    Unit unit,
    long n,
    @JsonProperty("ci95_low") @Nullable Double ci95Low,
    @JsonProperty("ci95_high") @Nullable Double ci95High) {

  public Measurement {
    if (metric.isBlank()) {
      throw new IllegalArgumentException("a measurement needs a metric");
    }
    if ((unit == Unit.WORD) != (value instanceof Value.Word)) {
      throw new IllegalArgumentException(metric + ": unit " + unit + " does not fit " + value);
    }
    if ((ci95Low == null) != (ci95High == null)) {
      throw new IllegalArgumentException(metric + ": an interval has two ends");
    }
  }

  /** A number that was read and has no interval, such as a capacity. */
  public static Measurement fact(String metric, double value, Unit unit) {
    return new Measurement(metric, new Value.Figure(value), unit, 0, null, null);
  }

  /** A finding: a word out of a closed set. */
  public static Measurement word(String metric, String word) {
    return new Measurement(metric, new Value.Word(word), Unit.WORD, 0, null, null);
  }

  /** The number, or NaN where the value is a word. */
  public double number() {
    return value instanceof Value.Figure figure ? figure.value() : Double.NaN;
  }

  public boolean hasInterval() {
    return ci95Low != null;
  }
}
