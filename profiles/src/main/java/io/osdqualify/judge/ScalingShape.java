package io.osdqualify.judge;

import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;

/** How a drive's commits grow with the number of streams (domain.md §3). */
public enum ScalingShape {
  /** Every stream adds its share, or nearly. */
  LINEAR("linear"),
  /** It grows, and levels off. */
  ASYMPTOTIC("asymptotic"),
  /** More streams bring nothing. */
  FLAT("flat"),
  /** More streams make it slower. */
  INVERSE("inverse");

  /** Below this share of the peak, the largest number of streams has lost (design.md §4). */
  private static final double LOST = 0.9;

  /** A peak below this multiple of one stream is no gain (design.md §4). */
  private static final double GAIN = 1.25;

  /** The contract's 5.6 × at 8 streams, as a share of what each stream would bring alone. */
  private static final double EFFICIENCY = 5.6 / 8;

  /** The number of streams at which linear is told from asymptotic. */
  private static final int REFERENCE = 8;

  /** What may stand in for it where 8 was not measured: half to twice of it, a choice. */
  private static final int STAND_IN_FROM = 4;

  private static final int STAND_IN_TO = 16;

  private final String key;

  ScalingShape(String key) {
    this.key = key;
  }

  /** The word in results. */
  public String key() {
    return key;
  }

  /**
   * The shape, by the rules in this order: inverse if X(largest n) &lt; 0.9 × peak; flat if peak
   * &lt; 1.25 × X(1); linear if X(8) ≥ 5.6 × X(1); else asymptotic. Where 8 streams were not
   * measured, the number from 4 to 16 that is nearest by ratio stands in (the larger of two), held
   * to the same share, 0.7 × n × X(1).
   *
   * @param rates commits per second by number of streams
   * @return empty where one stream, a second number, or one near 8 was not measured
   */
  public static Optional<ScalingShape> of(SortedMap<Integer, Double> rates) {
    Double one = rates.get(1);
    if (one == null || one <= 0 || rates.size() < 2) {
      return Optional.empty();
    }
    double peak = Collections.max(rates.values());
    if (rates.getOrDefault(rates.lastKey(), peak) < LOST * peak) {
      return Optional.of(INVERSE);
    }
    if (peak < GAIN * one) {
      return Optional.of(FLAT);
    }
    return nearReference(rates)
        .map(n -> rates.getOrDefault(n, 0.0) >= EFFICIENCY * n * one ? LINEAR : ASYMPTOTIC);
  }

  private static Optional<Integer> nearReference(SortedMap<Integer, Double> rates) {
    return rates.subMap(STAND_IN_FROM, STAND_IN_TO + 1).keySet().stream()
        .min(
            Comparator.comparingDouble(ScalingShape::distance)
                .thenComparing(Comparator.reverseOrder()));
  }

  private static double distance(int streams) {
    return Math.max(streams, REFERENCE) / (double) Math.min(streams, REFERENCE);
  }
}
