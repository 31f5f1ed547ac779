package io.osdqualify.device.smart;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads values of the JSON of tools, which write a number now as a number, now as a text. */
final class Json {

  private static final JsonMapper MAPPER = new JsonMapper();

  /** More digits than 2^128 has make no count. */
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,39}");

  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,32}");

  private Json() {}

  /** The object in a text, also behind lines of other words; null where there is none. */
  static @Nullable JsonNode object(String text) {
    int start = start(text);
    if (start < 0) {
      return null;
    }
    try {
      JsonNode node = MAPPER.readTree(text.substring(start));
      return node.isObject() ? node : null;
    } catch (JacksonException | StackOverflowError e) {
      return null;
    }
  }

  private static int start(String text) {
    for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      if (text.substring(text.lastIndexOf('\n', at) + 1, at).replace("\ufeff", "").isBlank()) {
        return at;
      }
    }
    return -1;
  }

  /** A whole number: 5, "5", "0x5", 5.0 or {"value": 5}; null for anything else. */
  static @Nullable BigInteger whole(JsonNode node) {
    if (node.isObject()) {
      JsonNode value = node.path("value");
      return value.isObject() ? null : whole(value);
    }
    if (node.isIntegralNumber()) {
      return node.bigIntegerValue();
    }
    if (node.isNumber()) {
      double value = node.doubleValue();
      return Math.rint(value) == value && Math.abs(value) < 1e18
          ? BigInteger.valueOf((long) value)
          : null;
    }
    return node.isString() ? whole(node.stringValue().strip()) : null;
  }

  private static @Nullable BigInteger whole(String text) {
    if (DECIMAL.matcher(text).matches()) {
      return new BigInteger(text);
    }
    if (HEX.matcher(text).matches()) {
      return new BigInteger(text.substring(2).toLowerCase(Locale.ROOT), 16);
    }
    return null;
  }

  /** A whole number that a long holds; may be negative. */
  static @Nullable Long number(JsonNode node) {
    BigInteger whole = whole(node);
    return whole == null || whole.bitLength() >= Long.SIZE ? null : (Long) whole.longValueExact();
  }

  static int small(JsonNode node) {
    Long number = number(node);
    return number == null || number < 0 || number > Integer.MAX_VALUE ? 0 : number.intValue();
  }

  static @Nullable String text(JsonNode node) {
    return node.isString() ? node.stringValue() : null;
  }

  static @Nullable Boolean flag(JsonNode node) {
    return node.isBoolean() ? (Boolean) node.booleanValue() : null;
  }

  /** A decimal number times a factor, as gigabytes in a text are; null where it is none. */
  static @Nullable BigInteger scaled(JsonNode node, long factor) {
    String text = node.isNumber() ? node.asString() : text(node);
    return text == null ? null : scaled(text, factor);
  }

  static @Nullable BigInteger scaled(String text, long factor) {
    return text.strip().matches("\\d{1,20}(\\.\\d{1,6})?")
        ? new BigDecimal(text.strip()).multiply(BigDecimal.valueOf(factor)).toBigInteger()
        : null;
  }
}
