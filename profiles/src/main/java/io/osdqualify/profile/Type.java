package io.osdqualify.profile;

import io.osdqualify.quantity.Unit;
import java.util.Optional;

/**
 * What an expression comes to, known before any value is. Numbers multiply and divide by the
 * exponents of their dimension, bytes and seconds.
 */
enum Type {
  NUMBER(Unit.NONE, 0, 0),
  RATE(Unit.PER_SECOND, 0, -1),
  TIME(Unit.NANOSECONDS, 0, 1),
  SIZE(Unit.BYTES, 1, 0),
  BANDWIDTH(Unit.BYTES_PER_SECOND, 1, -1),
  TEXT(Unit.WORD, 0, 0),
  TRUTH(Unit.WORD, 0, 0);

  private final Unit unit;
  private final int bytes;
  private final int seconds;

  Type(Unit unit, int bytes, int seconds) {
    this.unit = unit;
    this.bytes = bytes;
    this.seconds = seconds;
  }

  static Type of(Unit unit) {
    return switch (unit) {
      case NONE -> NUMBER;
      case PER_SECOND -> RATE;
      case NANOSECONDS -> TIME;
      case BYTES -> SIZE;
      case BYTES_PER_SECOND -> BANDWIDTH;
      case WORD -> TEXT;
    };
  }

  boolean isNumeric() {
    return this != TEXT && this != TRUTH;
  }

  Unit unit() {
    return unit;
  }

  /** With its article, for messages. */
  String noun() {
    return switch (this) {
      case TEXT -> "a text";
      case TRUTH -> "a condition";
      case NUMBER, RATE, TIME, SIZE, BANDWIDTH -> unit.noun();
    };
  }

  /** The dimension of a product; empty where it has no name here, as for a time times a time. */
  Optional<Type> times(Type other) {
    return find(bytes + other.bytes, seconds + other.seconds);
  }

  /** The dimension of a quotient. */
  Optional<Type> per(Type other) {
    return find(bytes - other.bytes, seconds - other.seconds);
  }

  /** Base units in one SI unit: times are kept in nanoseconds. */
  double perSiUnit() {
    return this == TIME ? 1e9 : 1;
  }

  private static Optional<Type> find(int bytes, int seconds) {
    for (Type type : values()) {
      if (type.isNumeric() && type.bytes == bytes && type.seconds == seconds) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
