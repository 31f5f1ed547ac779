package io.osdqualify.quantity;

/** The units that results are stored in; one unit a dimension, so numbers need no conversion. */
public enum Unit {
  /** A plain number: a count or a ratio. */
  NONE(""),
  /** Operations per second; a commit (write and flush) counts once. */
  PER_SECOND("1/s"),
  /** Time: all latencies and durations. */
  NANOSECONDS("ns"),
  BYTES("B"),
  BYTES_PER_SECOND("B/s"),
  /** A word out of a closed set, such as a finding. */
  WORD("word");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** The symbol as it stands in result.json. */
  public String symbol() {
    return symbol;
  }
}
