package io.osdqualify.profile;

import java.util.List;

/**
 * A profile, resolved: what it extends is merged in.
 *
 * @param source {@code built-in} or the file it came from
 * @param sha256 of all texts that it was resolved from, as hex
 */
public record Profile(
    String name,
    int version,
    String title,
    List<InputSpec> inputs,
    List<PlanStep> plan,
    List<Criterion> criteria,
    String source,
    String sha256) {

  public Profile {
    inputs = List.copyOf(inputs);
    plan = List.copyOf(plan);
    criteria = List.copyOf(criteria);
  }
}
