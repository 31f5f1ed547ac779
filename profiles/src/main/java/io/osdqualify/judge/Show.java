package io.osdqualify.judge;

import io.osdqualify.evidence.Value;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;

/** Figures as they stand in a verdict's sentences: the same under every locale. */
final class Show {

  private Show() {}

  /** A value in its unit, as {@code 20 134 /s}, {@code 1.25 ms}, {@code 240 GiB} or a word. */
  static String value(Value value, Unit unit) {
    if (value instanceof Value.Figure figure) {
      return Quantity.print(figure.value(), unit);
    }
    return value instanceof Value.Words words
        ? String.join(", ", words.values())
        : ((Value.Word) value).value();
  }

  static String figure(double value, Unit unit) {
    return Quantity.print(value, unit);
  }

  static String time(double ns) {
    return Quantity.print(ns, Unit.NANOSECONDS);
  }

  static String number(double value) {
    return Quantity.print(value, Unit.NONE);
  }

  static String number(long value) {
    return number((double) value);
  }

  /** A share, as {@code 12 %}. */
  static String percent(double share) {
    return number(share * 100) + " %";
  }
}
