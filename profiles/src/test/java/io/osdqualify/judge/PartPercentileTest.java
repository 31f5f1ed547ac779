package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.SeriesPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A fast part and a slow one whose p99 is known, of which only the counts together are kept. */
class PartPercentileTest {

  private static final int SECONDS_BEFORE = 20;
  private static final int SECONDS_AFTER = 200;

  private final Map<Long, Long> samples = new TreeMap<>();
  private final List<Long> after = new ArrayList<>();

  private SeriesPoint second(Random random, int operations, double meanNs, boolean kept) {
    long[] latencies = new long[operations];
    for (int i = 0; i < operations; i++) {
      latencies[i] = Math.round(meanNs * Math.exp(0.3 * random.nextGaussian()));
      samples.merge(latencies[i], 1L, Long::sum);
      if (kept) {
        after.add(latencies[i]);
      }
    }
    Arrays.sort(latencies);
    long p99 = latencies[(int) Math.ceil(operations * 0.99) - 1];
    return new SeriesPoint(
        1, 1, operations, operations * 4096L, meanNs, p99, latencies[operations - 1]);
  }

  private Uncertainty p99(long seed, double fastNs, double slowNs) {
    Random random = new Random(seed);
    samples.clear();
    after.clear();
    List<SeriesPoint> before = new ArrayList<>();
    for (int i = 0; i < SECONDS_BEFORE; i++) {
      before.add(second(random, 5000, fastNs, false));
    }
    for (int i = 0; i < SECONDS_AFTER; i++) {
      second(random, 1200, slowNs, true);
    }
    LatencyHistogram whole = Samples.histogram(samples, 1, 0);
    return PartPercentile.p99(whole, before, after.size());
  }

  private long truth() {
    return after.stream()
        .sorted()
        .skip((long) Math.ceil(after.size() * 0.99) - 1)
        .findFirst()
        .orElse(0L);
  }

  @Test
  void theP99OfASlowPartLiesInItsNarrowInterval() {
    for (int seed = 0; seed < 5; seed++) {
      Uncertainty found = p99(seed, 100_000, 1_000_000);
      assertThat(found).isInstanceOf(Uncertainty.Interval.class);
      Uncertainty.Interval interval = (Uncertainty.Interval) found;
      assertThat((double) truth()).isBetween(interval.low(), interval.high());
      assertThat(interval.high() / interval.low()).isLessThan(1.1);
    }
  }

  @Test
  void theP99OfAFastPartAfterASlowOneIsLeftOpenAndSaysSo() {
    assertThat(p99(1, 1_000_000, 100_000))
        .isInstanceOfSatisfying(
            Uncertainty.Absent.class,
            absent -> assertThat(absent.reason()).contains("leave it open between", "µs", "ms"));
  }

  @Test
  void aPartOfAFewOperationsHasNoP99() {
    LatencyHistogram whole = Samples.histogram(Map.of(1000L, 5000L), 1000, 0);
    assertThat(PartPercentile.p99(whole, List.of(), 900))
        .isEqualTo(new Uncertainty.Absent("too few operations in the plateau: 900"));
  }
}
