package io.osdqualify.judge;

import io.osdqualify.evidence.Value;
import io.osdqualify.quantity.Unit;
import java.util.Locale;

/** Figures as they stand in a verdict's sentences: the same under every locale. */
final class Show {

  private static final double NS_PER_YEAR = 365.25 * 24 * 3600 * 1e9;

  private Show() {}

  /** A value in its unit, as {@code 20 134/s}, {@code 1.25 ms}, {@code 240 GB} or a word. */
  static String value(Value value, Unit unit) {
    if (value instanceof Value.Figure figure) {
      return figure(figure.value(), unit);
    }
    return value instanceof Value.Words words
        ? String.join(", ", words.values())
        : ((Value.Word) value).value();
  }

  static String figure(double value, Unit unit) {
    return switch (unit) {
      case NONE, WORD -> number(value);
      case PER_SECOND -> number(value) + "/s";
      case NANOSECONDS -> time(value);
      case BYTES -> scaled(value, 1000, "B", "kB", "MB", "GB", "TB", "PB");
      case BYTES_PER_SECOND -> scaled(value, 1000, "B/s", "kB/s", "MB/s", "GB/s");
    };
  }

  static String time(double ns) {
    return Math.abs(ns) >= NS_PER_YEAR / 10
        ? number(ns / NS_PER_YEAR) + " y"
        : scaled(ns, 1000, "ns", "µs", "ms", "s");
  }

  static String number(long value) {
    return number((double) value);
  }

  /** At least three digits, thousands apart. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value).replace(',', ' ');
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
  }

  /** A share, as {@code 12 %}. */
  static String percent(double share) {
    return number(Math.abs(share) >= 0.01 ? Math.rint(share * 1000) / 10 : share * 100) + " %";
  }

  private static String scaled(double value, double step, String... units) {
    int index = 0;
    double rest = value;
    while (Math.abs(rest) >= step && index < units.length - 1) {
      rest /= step;
      index++;
    }
    return number(rest) + " " + units[index];
  }
}
