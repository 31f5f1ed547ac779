package io.osdqualify.workload;

/**
 * What a probe announces: a phase, or one that it repeats.
 *
 * @param name of the phase, or what the names of all of them begin with
 * @param what they do, in words for the plan
 * @param phase one of them
 * @param least how often it is run at least, 0 or more
 * @param most how often it is run at most
 * @param expected how often it is likely to be run
 */
public record Outline(
    String name, String what, PhasePlan phase, int least, int most, double expected) {

  public Outline {
    if (least < 0 || most < Math.max(1, least) || expected < least || expected > most) {
      throw new IllegalArgumentException("no range: " + least + " to " + most);
    }
  }

  /** One of which nothing more is known: midway between its bounds. */
  public Outline(String name, String what, PhasePlan phase, int least, int most) {
    this(name, what, phase, least, most, (least + most) / 2.0);
  }

  /** A phase that runs once. */
  static Outline once(PhasePlan phase) {
    return new Outline(phase.name(), phase.what(), phase, 1, 1);
  }
}
