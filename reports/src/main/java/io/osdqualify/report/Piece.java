package io.osdqualify.report;

/** A piece of text with its meaning. */
record Piece(Ink ink, String text) {

  static Piece of(String text) {
    return new Piece(Ink.PLAIN, text);
  }
}
