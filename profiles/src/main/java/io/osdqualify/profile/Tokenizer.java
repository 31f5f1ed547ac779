package io.osdqualify.profile;

import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Suggest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts the text of an expression into tokens. A number takes the unit that follows it. */
final class Tokenizer {

  /** Two-letter signs first. */
  private static final List<String> SIGNS =
      List.of(
          "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "<", ">", "!", "?", ":", "(", ")",
          ",");

  /** The longest first, so that {@code MB/s} is not taken for {@code M}. */
  private static final List<String> UNITS =
      Quantity.symbols().stream()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();

  private final String text;
  private int at;

  Tokenizer(String text) {
    this.text = text;
  }

  List<Token> tokens() throws ExpressionException {
    List<Token> tokens = new ArrayList<>();
    for (skipSpace(); at < text.length(); skipSpace()) {
      tokens.add(next());
    }
    tokens.add(new Token.End(text.length()));
    return tokens;
  }

  private Token next() throws ExpressionException {
    char first = text.charAt(at);
    if (isDigit(first)) {
      return literal();
    }
    if (isNameStart(first)) {
      int start = at;
      return new Token.Name(start, name());
    }
    if (first == '\'') {
      return quoted();
    }
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        at += sign.length();
        return new Token.Sign(at - sign.length(), sign);
      }
    }
    throw new ExpressionException(at, "unexpected " + shown(first) + hint(first));
  }

  private Token literal() throws ExpressionException {
    int start = at;
    digits();
    if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
      at++;
      digits();
    }
    String number = text.substring(start, at);
    int end = at;
    skipSpace();
    String symbol = unit();
    if (symbol == null) {
      if (at < text.length() && isNameStart(text.charAt(at))) {
        int unitAt = at;
        String word = name();
        throw new ExpressionException(
            unitAt, "unknown unit \"" + word + "\"" + Suggest.question(word, Quantity.symbols()));
      }
      at = end;
      symbol = "";
    }
    Quantity quantity = Quantity.of(number, symbol);
    if (quantity == null) {
      throw new IllegalStateException("a unit without a quantity: " + symbol);
    }
    return new Token.Literal(start, text.substring(start, at), quantity);
  }

  private @Nullable String unit() {
    for (String symbol : UNITS) {
      int end = at + symbol.length();
      boolean whole = symbol.equals("%") || end >= text.length() || !isNamePart(text.charAt(end));
      if (text.startsWith(symbol, at) && whole) {
        at = end;
        return symbol;
      }
    }
    return null;
  }

  private Token quoted() throws ExpressionException {
    int start = at;
    int end = text.indexOf('\'', start + 1);
    if (end < 0) {
      throw new ExpressionException(start, "the text that starts here has no closing '");
    }
    at = end + 1;
    return new Token.Text(start, text.substring(start, at), text.substring(start + 1, end));
  }

  private String name() {
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private void digits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private static String shown(char sign) {
    return sign == '"' ? "double quote" : "\"" + sign + "\"";
  }

  private static String hint(char sign) {
    return switch (sign) {
      case '=' -> "; equality is ==";
      case '&' -> "; and is &&";
      case '|' -> "; or is ||";
      case '"' -> "; a text stands in single quotes";
      default -> "";
    };
  }

  private static boolean isDigit(char sign) {
    return sign >= '0' && sign <= '9';
  }

  private static boolean isNameStart(char sign) {
    return (sign >= 'a' && sign <= 'z')
        || (sign >= 'A' && sign <= 'Z')
        || sign == '_'
        || sign == '\u00b5'
        || sign == '\u03bc';
  }

  private static boolean isNamePart(char sign) {
    return isNameStart(sign) || isDigit(sign);
  }
}
