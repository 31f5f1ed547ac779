package io.osdqualify.quantity;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A number with its dimension.
 *
 * @param value in the base unit
 */
public record Quantity(double value, Unit unit) {

  private static final String[] RATES = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  private static final long[] STEPS = {1, 1_000, 1_000_000, 1_000_000_000, 1_000_000_000_000L};

  /**
   * Parses a text of a known dimension: {@code 40 MB/s} (SI: 10^6), {@code 500 /s}, {@code 2 ms},
   * {@code 4 KiB} (1024), {@code 2 %}. A plain number is taken in the base unit, but a time or a
   * bandwidth needs its unit.
   *
   * @param expected any but {@link Unit#WORD}
   * @throws IllegalArgumentException where it is something else; the message says what is expected
   */
  public static Quantity parse(String text, Unit expected) {
    Amount amount = Amount.parse(text, expected, example(expected));
    boolean needsUnit = expected == Unit.NANOSECONDS || expected == Unit.BYTES_PER_SECOND;
    if (needsUnit && amount.bare() && amount.value().signum() != 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" needs a unit, as in \"" + example(expected) + "\"");
    }
    return new Quantity(amount.value().doubleValue(), expected);
  }

  /**
   * The quantity that is so many of a unit.
   *
   * @param number digits with at most one point
   * @param symbol as {@code KiB}, or empty for a plain number
   * @return null where no unit is called so
   */
  public static @Nullable Quantity of(String number, String symbol) {
    if (symbol.isEmpty()) {
      return new Quantity(Double.parseDouble(number), Unit.NONE);
    }
    UnitSymbol known = UnitSymbol.find(symbol);
    return known == null
        ? null
        : new Quantity(new BigDecimal(number).multiply(known.factor()).doubleValue(), known.unit());
  }

  /** All symbols that {@link #of} knows, as {@code KiB} and {@code MB/s}. */
  public static List<String> symbols() {
    return UnitSymbol.symbols();
  }

  /** For people: {@code 412 µs}, {@code 40 MB/s}, {@code 12 345/s}, {@code 4 KiB}. */
  public String print() {
    return print(value, unit);
  }

  /** For people, with three digits or more; the same in every locale. */
  public static String print(double value, Unit unit) {
    return switch (unit) {
      case NONE, WORD -> Scale.digits(value);
      case PER_SECOND -> Scale.digits(value) + "/s";
      case NANOSECONDS -> Durations.print(value);
      case BYTES -> Bytes.print(value);
      case BYTES_PER_SECOND -> Scale.print(value, STEPS, RATES);
    };
  }

  /** A plain number for people: {@code 19 840}, {@code 0.47}. */
  public static String count(double value) {
    return Scale.digits(value);
  }

  /** The same for a whole number. */
  public static String count(long value) {
    return count((double) value);
  }

  /** A text that parses as this dimension. */
  static String example(Unit unit) {
    return switch (unit) {
      case NONE, WORD -> "0.5";
      case PER_SECOND -> "500 /s";
      case NANOSECONDS -> "2 ms";
      case BYTES -> "4 KiB";
      case BYTES_PER_SECOND -> "40 MB/s";
    };
  }
}
