package io.osdqualify.profile;

import java.util.Set;

/** One step of a profile's plan: a probe with its parameters. */
public interface PlanStep {

  /** The probe's name in profiles and results, as {@code commit-write}. */
  String probe();

  /** When its phases end, and how they are run. */
  Conduct conduct();

  /** The metrics that it gives, whatever the target; {@code osds} stands for their number. */
  Set<String> metrics();

  /** When the phases of this step end. */
  default PhaseRule phase() {
    return conduct().phase();
  }

  /** Whether {@code --quick} leaves the step out. */
  default boolean skippedByQuick() {
    return conduct().skippedByQuick();
  }

  /** The way to the device that its phases take. */
  default IoEngine engine() {
    return conduct().engine();
  }
}
