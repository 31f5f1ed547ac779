package io.osdqualify.profile;

import java.util.List;

/** Parses expressions outside of a profile. */
public final class Expressions {

  private Expressions() {}

  /**
   * Parses and checks names and dimensions.
   *
   * @param inputs whose names may stand in it, beside {@code capacity} (B), {@code transport} (a
   *     text) and {@code data_device} (a number)
   * @throws ExpressionException at the first mistake, with its position
   */
  public static Expression parse(String text, List<InputSpec> inputs) throws ExpressionException {
    return ExpressionParser.parse(text, Names.of(inputs));
  }
}
