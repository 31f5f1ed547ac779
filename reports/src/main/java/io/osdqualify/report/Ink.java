package io.osdqualify.report;

import io.osdqualify.evidence.Outcome;

/** What a piece of text means; a colour where colours are wanted. */
enum Ink {
  PLAIN(""),
  STRONG("1"),
  FAINT("2"),
  GOOD("32"),
  WARN("33"),
  BAD("1;31");

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  String paint(String text) {
    return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }

  static Ink of(Outcome outcome) {
    return switch (outcome) {
      case PASS -> GOOD;
      case MARGINAL, INCONCLUSIVE -> WARN;
      case FAIL -> BAD;
      case NOT_JUDGED -> FAINT;
    };
  }
}
