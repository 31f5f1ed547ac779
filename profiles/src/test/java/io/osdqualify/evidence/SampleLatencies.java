package io.osdqualify.evidence;

/** Invented latency distributions: a body with a tail through given percentiles. */
final class SampleLatencies {

  private static final double[] RANKS = {0, 0.5, 0.9, 0.99, 0.999, 1};

  private SampleLatencies() {}

  /** A distribution of {@code count} samples through these latencies, in ns. */
  static LatencyHistogram of(long count, long min, long p50, long p99, long p999, long max) {
    return of(count, min, p50, p99, p999, max, Double.NaN);
  }

  /** The same with the sum that its phase must have. */
  static LatencyHistogram of(
      long count, long min, long p50, long p99, long p999, long max, double wanted) {
    double body = Math.pow((double) p50, 0.7) * Math.pow((double) p99, 0.3);
    double[] knots = {min, p50, body, p99, p999, max};
    long[] counts = new long[8192];
    double sum = 0;
    long placed = 0;
    int steps = 4000;
    for (int step = 1; step <= steps; step++) {
      // Fine steps in the tail: the share beyond shrinks by the square.
      double share = 1 - Math.pow(1 - (double) step / steps, 2);
      long until = Math.round(share * count);
      double value = at(share, knots);
      counts[index((long) value)] += until - placed;
      sum += value * (until - placed);
      placed = until;
    }
    return LatencyHistogram.of(counts, 0, min, max, Double.isNaN(wanted) ? sum : wanted);
  }

  private static double at(double share, double[] knots) {
    int upper = 1;
    while (RANKS[upper] < share) {
      upper++;
    }
    double part = (share - RANKS[upper - 1]) / (RANKS[upper] - RANKS[upper - 1]);
    return knots[upper - 1] * Math.pow(knots[upper] / knots[upper - 1], part);
  }

  /** The bucket of a value in the layout of two digits. */
  private static int index(long value) {
    if (value < 256) {
      return (int) value;
    }
    int shift = 56 - Long.numberOfLeadingZeros(value);
    return (shift + 1) * 128 + (int) (value >> shift) - 128;
  }
}
