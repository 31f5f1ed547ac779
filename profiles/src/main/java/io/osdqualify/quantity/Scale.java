package io.osdqualify.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Rounds for people and picks the prefix. Knows no locale. */
final class Scale {

  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);
  private static final int GROUPED_FROM = 10_000;

  private Scale() {}

  /** The value in the largest step that keeps it at 1 or more after rounding. */
  static String print(double value, long[] steps, String[] symbols) {
    double size = Math.abs(value);
    int step = 0;
    while (step + 1 < steps.length
        && rounded(size / steps[step]) * steps[step] >= steps[step + 1]) {
      step++;
    }
    return digits(value / steps[step]) + " " + symbols[step];
  }

  /**
   * Three significant digits, or all the whole ones of a larger number; {@code 12 345} is grouped
   * by a space, which no reader takes for a decimal point.
   */
  static String digits(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    String plain = round(value).toPlainString();
    return Math.abs(value) >= GROUPED_FROM ? grouped(plain) : plain;
  }

  private static double rounded(double value) {
    return Double.isFinite(value) ? round(value).doubleValue() : value;
  }

  private static BigDecimal round(double value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal round =
        Math.abs(value) >= 100 ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(THREE);
    return round.signum() == 0 ? BigDecimal.ZERO : round.stripTrailingZeros();
  }

  private static String grouped(String digits) {
    StringBuilder text = new StringBuilder(digits);
    int first = digits.startsWith("-") ? 1 : 0;
    for (int at = text.length() - 3; at > first; at -= 3) {
      text.insert(at, ' ');
    }
    return text.toString();
  }
}
