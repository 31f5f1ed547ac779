package io.osdqualify.profile;

import java.util.Optional;
import java.util.Set;

/** An expression whose names and dimensions have been checked. */
record ParsedExpression(String text, Set<String> names, Syntax root) implements Expression {

  @Override
  public Optional<Result> evaluate(Scope scope) {
    return root.evaluate(scope);
  }

  Type type() {
    return root.type();
  }

  @Override
  public String toString() {
    return text;
  }
}
