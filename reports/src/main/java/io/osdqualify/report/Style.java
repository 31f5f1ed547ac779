package io.osdqualify.report;

/**
 * What the reader's terminal can do.
 *
 * @param colour whether to colour; the caller looks at NO_COLOR and whether it is a terminal
 * @param ascii whether to keep to ASCII, for a character set without µ ± █
 */
public record Style(boolean colour, boolean ascii) {

  /** No colours, all characters. */
  public static final Style PLAIN = new Style(false, false);
}
