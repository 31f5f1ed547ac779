package io.osdqualify.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Rounds for people and picks the prefix. Knows no locale. */
final class Scale {

  private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);
  private static final BigDecimal GROUPED_FROM = BigDecimal.valueOf(1_000);

  private Scale() {}

  /** The value in the largest step that keeps it at 1 or more after rounding. */
  static String print(double value, long[] steps, String[] symbols) {
    int step = step(value, steps);
    return digits(value / steps[step]) + " " + symbols[step];
  }

  /**
   * Three significant digits, or all the whole ones of a larger number; {@code 1 231} is grouped by
   * a space, which no reader takes for a decimal point.
   */
  static String digits(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal rounded = round(value);
    String plain = rounded.toPlainString();
    return rounded.abs().compareTo(GROUPED_FROM) >= 0 ? grouped(plain) : plain;
  }

  /** As {@link #print}, with three digits always, so that the rows of a column stand straight. */
  static String aligned(double value, long[] steps, String[] symbols) {
    int step = step(value, steps);
    double size = value / steps[step];
    double shown = Math.abs(rounded(size));
    int decimals = step == 0 || shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
    return BigDecimal.valueOf(size).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
        + " "
        + symbols[step];
  }

  private static int step(double value, long[] steps) {
    double size = Math.abs(value);
    int step = 0;
    while (step + 1 < steps.length
        && rounded(size / steps[step]) * steps[step] >= steps[step + 1]) {
      step++;
    }
    return step;
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
