package io.osdqualify.workload;

import java.util.SplittableRandom;

/**
 * Seeds of streams: from the run's seed, the phase and the stream, so that a run can be repeated.
 */
final class Seeds {

  private Seeds() {}

  static long of(long runSeed, String phase, int stream) {
    long salt = phase.hashCode() * 0x9E3779B97F4A7C15L + stream;
    return new SplittableRandom(runSeed ^ salt).nextLong();
  }
}
