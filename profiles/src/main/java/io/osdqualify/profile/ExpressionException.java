package io.osdqualify.profile;

/** A text is no expression, or not one of the right dimension. */
public final class ExpressionException extends Exception {
  private static final long serialVersionUID = 1;

  private final int position;

  ExpressionException(int position, String message) {
    super(message);
    this.position = position;
  }

  /** Where in the text, in characters from 0. */
  public int position() {
    return position;
  }
}
