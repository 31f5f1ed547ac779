package io.osdqualify.evidence;

import java.util.ArrayList;
import java.util.List;

/** Rounds of sequential writes, a minute each. */
public final class SampleRounds {

  private SampleRounds() {}

  /** At these rates, in B/s. */
  public static List<Phase> of(double... bytesPerSecond) {
    List<Phase> rounds = new ArrayList<>();
    for (double rate : bytesPerSecond) {
      rounds.add(SamplePhase.round(rounds.size() + 1, rate).build());
    }
    return rounds;
  }

  /** Five at about this rate. */
  public static List<Phase> steady(double bytesPerSecond) {
    return of(
        bytesPerSecond * 1.01,
        bytesPerSecond,
        bytesPerSecond * 0.99,
        bytesPerSecond * 1.005,
        bytesPerSecond * 0.995);
  }
}
