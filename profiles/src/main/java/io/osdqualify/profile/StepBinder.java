package io.osdqualify.profile;

import java.util.List;
import java.util.Optional;

/**
 * Makes one kind of step of what a profile says.
 *
 * @param keys what it may be told, beside the keys of every step
 */
record StepBinder(List<String> keys, Maker maker) {

  StepBinder {
    keys = List.copyOf(keys);
  }

  /** Reads the fields; empty where one is wrong, which is a problem then. */
  interface Maker {
    /** The step. */
    Optional<? extends PlanStep> step(Fields fields, Conduct conduct, StepReader reader);
  }
}
