package io.osdqualify.quantity;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text taken apart, exactly: a number in the base unit of its dimension.
 *
 * @param value in {@code unit}
 * @param bare whether the text had no unit
 */
record Amount(BigDecimal value, Unit unit, boolean bare) {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,30}(?:\\.[0-9]{1,30})?)\\s*(\\D*)");

  /**
   * Parses {@code text} as a number with or without a unit.
   *
   * @param expected its dimension, for the message
   * @param example a text that would be right
   * @throws IllegalArgumentException saying what is wrong and what is expected
   */
  static Amount parse(String text, Unit expected, String example) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not " + expected.noun() + ", as in \"" + example + "\"");
    }
    BigDecimal number = new BigDecimal(form.group(1));
    String symbol = form.group(2);
    if (symbol.isEmpty()) {
      return new Amount(number, Unit.NONE, true);
    }
    UnitSymbol known = UnitSymbol.find(symbol);
    if (known == null) {
      throw new IllegalArgumentException(
          "\"" + text + "\" has an unknown unit" + unknown(symbol, expected));
    }
    if (known.unit() != expected) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is "
              + known.unit().noun()
              + ", not "
              + expected.noun()
              + ", as in \""
              + example
              + "\"");
    }
    return new Amount(number.multiply(known.factor()), known.unit(), false);
  }

  private static String unknown(String symbol, Unit expected) {
    var symbols = UnitSymbol.symbols(expected);
    String list = symbols.isEmpty() ? "none" : String.join(" ", symbols);
    return " \"" + symbol + "\"" + Suggest.question(symbol, symbols) + " (known: " + list + ")";
  }
}
