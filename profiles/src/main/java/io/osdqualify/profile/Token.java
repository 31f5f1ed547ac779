package io.osdqualify.profile;

import io.osdqualify.quantity.Quantity;

/** The smallest parts of an expression; each knows where it starts in the text, from 0. */
sealed interface Token {

  int position();

  /** As it is called in messages. */
  String shown();

  record Literal(int position, String shown, Quantity quantity) implements Token {}

  record Text(int position, String shown, String value) implements Token {}

  record Name(int position, String shown) implements Token {}

  /** An operator, a parenthesis or a comma. */
  record Sign(int position, String shown) implements Token {}

  record End(int position) implements Token {
    @Override
    public String shown() {
      return "the end";
    }
  }
}
