package io.osdqualify.judge;

/**
 * What to do about a finding.
 *
 * @param what in words
 * @param command how
 */
public record Advice(String what, String command) {

  /** Both. */
  String line() {
    return what + ": " + command;
  }
}
