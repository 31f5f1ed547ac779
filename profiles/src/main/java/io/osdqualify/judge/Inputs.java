package io.osdqualify.judge;

import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.quantity.Unit;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** What criteria may name: the user's inputs, and of the target its capacity and transport. */
final class Inputs {

  private static final String OSDS = "osds";

  private Inputs() {}

  /** The number of OSDs that will share the device; empty where it was not given. */
  static OptionalLong osds(Map<String, Result> inputs) {
    return inputs.get(OSDS) instanceof Result.Figure figure
        ? OptionalLong.of(Math.round(figure.value()))
        : OptionalLong.empty();
  }

  /** The names and values that limits are evaluated with. */
  static Expression.Scope scope(Map<String, Result> inputs, TargetFacts target) {
    Map<String, Result> values = new HashMap<>(inputs);
    values.put("capacity", new Result.Figure(target.capacityBytes(), Unit.BYTES));
    values.put("transport", new Result.Text(target.transport()));
    return new Expression.Scope(values);
  }
}
