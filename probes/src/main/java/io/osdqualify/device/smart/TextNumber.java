package io.osdqualify.device.smart;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whole numbers of a text for people, with the separators of whatever locale it was printed under:
 * commas, points, blanks of all kinds, apostrophes, and bytes that became U+FFFD on their way.
 */
final class TextNumber {

  /** Between groups of three digits, or of two as in India; a lost separator can be some bytes. */
  private static final String GAP = "(?:[,.'’\\u00a0\\u202f\\u2009 ]|\\ufffd{1,3}|&nbsp;)";

  private static final Pattern GROUPED =
      Pattern.compile("\\d{1,3}(?:" + GAP + "\\d{2,3})*" + GAP + "\\d{3}|\\d{1,39}");

  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,32}");

  /** What may follow a number: a unit, or the same in other words in brackets. */
  private static final Pattern TAIL =
      Pattern.compile("\\s*(?:%|\\[.*|\\(.*|bytes\\b.*|rpm|Celsius|C|hours?\\b.*)?\\s*");

  private TextNumber() {}

  /** The number that a text begins with; null where it begins with none, or goes on otherwise. */
  static @Nullable BigInteger parse(String text) {
    String word = text.strip();
    var hex = HEX.matcher(word);
    if (hex.matches()) {
      return new BigInteger(word.substring(2), 16);
    }
    var grouped = GROUPED.matcher(word);
    if (!grouped.lookingAt() || !TAIL.matcher(word.substring(grouped.end())).matches()) {
      return null;
    }
    return new BigInteger(grouped.group().replaceAll("\\D", ""));
  }

  static @Nullable Long number(String text) {
    BigInteger whole = parse(text);
    return whole == null || whole.bitLength() >= Long.SIZE ? null : (Long) whole.longValueExact();
  }
}
