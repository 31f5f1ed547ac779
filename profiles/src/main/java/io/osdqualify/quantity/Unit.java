package io.osdqualify.quantity;

/** The units that results are stored in; one unit a dimension, so numbers need no conversion. */
public enum Unit {
  /** A plain number: a count or a ratio. */
  NONE("", "a plain number"),
  /** Operations per second; a commit (write and flush) counts once. */
  PER_SECOND("1/s", "a rate per second"),
  /** Time: all latencies and durations. */
  NANOSECONDS("ns", "a time"),
  BYTES("B", "a size"),
  BYTES_PER_SECOND("B/s", "a bandwidth"),
  /** A word out of a closed set, such as a finding. */
  WORD("word", "a word");

  private final String symbol;
  private final String noun;

  Unit(String symbol, String noun) {
    this.symbol = symbol;
    this.noun = noun;
  }

  /** The symbol as it stands in result.json. */
  public String symbol() {
    return symbol;
  }

  /** What it measures, with its article, for messages: {@code a time}. */
  public String noun() {
    return noun;
  }
}
