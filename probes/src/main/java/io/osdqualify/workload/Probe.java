package io.osdqualify.workload;

import java.util.List;

/** One probe of a qualification: turns its step of the profile into phases. */
public interface Probe {

  /** The phases in their order, with everything that decides what they do. */
  List<PhasePlan> phases(ProbeContext context);
}
