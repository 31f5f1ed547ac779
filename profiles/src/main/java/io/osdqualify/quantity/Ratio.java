package io.osdqualify.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Shares and distances for people; the same in every locale. */
public final class Ratio {

  private static final MathContext TWO = new MathContext(2, RoundingMode.HALF_UP);

  /** From here on people say "times", below it "per cent". */
  private static final double TIMES_FROM = 2;

  private Ratio() {}

  /** A share, as {@code 2.1 %} or {@code 0.46 %}. */
  public static String percent(double share) {
    BigDecimal percent = BigDecimal.valueOf(share * 100);
    BigDecimal shown =
        Math.abs(share) >= 1 ? percent.setScale(0, RoundingMode.HALF_UP) : percent.round(TWO);
    return (shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString()) + " %";
  }

  /** A difference, as {@code +0.01 %}. */
  public static String change(double share) {
    BigDecimal percent = BigDecimal.valueOf(share * 100).setScale(2, RoundingMode.HALF_UP);
    return (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + " %";
  }

  /** How a value stands to its limit: {@code 9.1× below}, {@code 36 % above}. */
  public static String distance(double value, double limit) {
    if (value == limit) {
      return "at the limit";
    }
    String side = value > limit ? "above" : "below";
    double ratio = value > limit ? value / limit : limit / value;
    if (!Double.isFinite(ratio) || ratio <= 0) {
      return side;
    }
    return (ratio >= TIMES_FROM ? times(ratio) : percent(Math.abs(value - limit) / limit))
        + " "
        + side;
  }

  private static String times(double ratio) {
    BigDecimal exact = BigDecimal.valueOf(ratio);
    BigDecimal shown = ratio < 10 ? exact.round(TWO) : exact.setScale(0, RoundingMode.HALF_UP);
    return Scale.digits(shown.doubleValue()) + "×";
  }
}
