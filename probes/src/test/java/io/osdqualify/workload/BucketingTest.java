package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.LatencyHistogram;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same samples through our buckets and through fio's come to the same percentiles. */
class BucketingTest {

  private static final int SAMPLES = 200_000;
  private static final double[] PERCENTS = {1, 10, 50, 90, 95, 99, 99.9, 99.99};

  /** The last bucket of ours: one hour. */
  private static final int BUCKETS = 128 * 37;

  static Stream<Arguments> samples() {
    Random random = new Random(1);
    return Stream.of(
        Arguments.of("even over all magnitudes", draw(() -> Math.exp(random.nextDouble(4, 23)))),
        Arguments.of(
            "a drive with a tail",
            draw(() -> 20_000 * Math.exp(0.3 * random.nextGaussian()) + tail(random))),
        Arguments.of("always the same", draw(() -> 123_456.0)),
        Arguments.of("shorter than fio's first octave", draw(() -> random.nextDouble(0, 128))));
  }

  private static double tail(Random random) {
    return random.nextInt(1000) < 5 ? 2_000_000 * random.nextDouble() : 0;
  }

  private static long[] draw(Supplier<Double> next) {
    long[] samples = new long[SAMPLES];
    Arrays.setAll(samples, i -> next.get().longValue());
    return samples;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void percentilesDifferByOnePercentAtMost(String name, long[] samples) {
    LatencyHistogram ours = ours(samples);
    long[] fio = fio(samples);
    long[] sorted = samples.clone();
    Arrays.sort(sorted);
    for (double percent : PERCENTS) {
      long rank = (long) Math.ceil(SAMPLES * percent / 100);
      double value = ours.atRank(rank);
      // Half a nanosecond is the middle of fio's bucket of two.
      assertThat(value)
          .as("%s: p%s", name, percent)
          .isCloseTo(fioValue(fio, rank), within(0.01 * value + 0.5))
          .isCloseTo((double) sorted[(int) rank - 1], within(0.01 * value));
    }
    assertThat(ours.meanNs()).isEqualTo((double) Arrays.stream(samples).sum() / SAMPLES);
    assertThat(ours.count()).isEqualTo(SAMPLES);
  }

  private static LatencyHistogram ours(long[] samples) {
    long[] counts = new long[BUCKETS];
    for (long sample : samples) {
      counts[ourBucket(sample)]++;
    }
    return LatencyHistogram.of(
        counts,
        0,
        Arrays.stream(samples).min().orElseThrow(),
        Arrays.stream(samples).max().orElseThrow(),
        (double) Arrays.stream(samples).sum());
  }

  /** The last bucket that begins at the sample or below it. */
  private static int ourBucket(long sample) {
    int low = 0;
    int high = BUCKETS - 1;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (LatencyHistogram.valueOf(middle) <= sample) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** fio's: a bucket a nanosecond up to 127, then 64 equal ones an octave, 29 groups of 64. */
  private static long[] fio(long[] samples) {
    long[] counts = new long[29 * 64];
    for (long sample : samples) {
      int octave = Math.max(0, 57 - Long.numberOfLeadingZeros(sample | 1));
      counts[octave * 64 + (int) (sample >> octave)]++;
    }
    return counts;
  }

  /** The bucket of the sample with this rank, by its middle: so fio prints a percentile. */
  private static double fioValue(long[] counts, long rank) {
    int bucket = 0;
    for (long below = counts[0]; below < rank; below += counts[bucket]) {
      bucket++;
    }
    if (bucket < 128) {
      return bucket;
    }
    int octave = bucket / 64 - 1;
    return (64 + bucket % 64 + 0.5) * (1L << octave);
  }
}
