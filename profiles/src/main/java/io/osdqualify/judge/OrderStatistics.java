package io.osdqualify.judge;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/** The ranks of a sorted sample between which a percentile lies with 95 % confidence. */
final class OrderStatistics {

  /** Of a standard normal variable, 2.5 % lie above. */
  private static final double Z = 1.959963984540054;

  private static final double LOWER_TAIL = 0.025;

  /** With more samples than this on its rarer side, the binomial is as good as normal: a choice. */
  private static final double EXACT_BELOW = 200;

  private OrderStatistics() {}

  /** Ranks from 1 to the number of samples. */
  record Ranks(long low, long high) {}

  /**
   * The number B of samples below the percentile is binomial; the percentile lies between ranks l
   * and u where l ≤ B &lt; u.
   *
   * @param count number of samples, 1 or more
   * @param share of the samples below the percentile, above 0, below 1
   */
  static Ranks ranks(long count, double share) {
    double rarer = count * Math.min(share, 1 - share);
    Ranks ranks =
        rarer < EXACT_BELOW && count <= Integer.MAX_VALUE
            ? exact((int) count, share)
            : normal(count, share);
    return new Ranks(Math.max(1, ranks.low()), Math.min(count, ranks.high()));
  }

  private static Ranks exact(int count, double share) {
    BinomialDistribution below = BinomialDistribution.of(count, share);
    return new Ranks(
        below.inverseCumulativeProbability(LOWER_TAIL),
        below.inverseCumulativeProbability(1 - LOWER_TAIL) + 1L);
  }

  /** The normal approximation with its continuity correction of half a sample. */
  private static Ranks normal(long count, double share) {
    double reach = Z * Math.sqrt(count * share * (1 - share)) + 0.5;
    return new Ranks(
        (long) Math.floor(count * share - reach), (long) Math.ceil(count * share + reach) + 1);
  }
}
