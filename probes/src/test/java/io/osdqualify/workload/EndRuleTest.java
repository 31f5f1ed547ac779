package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.judge.Comparison.Direction;
import io.osdqualify.judge.PhaseLimit;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndRuleTest {

  private static EndRule rule(long minBytes, double stopAtCi, PhaseLimit... limits) {
    return new EndRule(
        new PhaseRule(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            minBytes,
            stopAtCi,
            Duration.ofSeconds(5)),
        List.of(limits));
  }

  /** Seconds of a rate that swings around 1000/s by this much from second to second. */
  private static List<SeriesPoint> series(int seconds, int swing) {
    return IntStream.rangeClosed(1, seconds)
        .mapToObj(
            second -> {
              long operations = 1000L + (second % 2 == 0 ? swing : -swing);
              return new SeriesPoint(second, 1, operations, operations * 4096, 1e6, null, null);
            })
        .toList();
  }

  private static Live live(int seconds, long bytes, List<SeriesPoint> series) {
    long operations = series.stream().mapToLong(SeriesPoint::operations).sum();
    return new Live("wal", seconds, operations, bytes, series, () -> latency(operations));
  }

  private static Live quiet(int seconds, long bytes) {
    return live(seconds, bytes, series(seconds, 5));
  }

  /** One in fifty takes 8 ms, the others 1 ms. */
  private static LatencyHistogram latency(long operations) {
    long[] counts = new long[bucket(16_000_000)];
    counts[bucket(1_000_000)] = operations - operations / 50;
    counts[bucket(8_000_000)] = operations / 50;
    return LatencyHistogram.of(counts, 0, 1_000_000, 8_000_000, 1.14e6 * operations);
  }

  private static int bucket(long ns) {
    int index = 0;
    while (LatencyHistogram.valueOf(index + 1) <= ns) {
      index++;
    }
    return index;
  }

  @Test
  void aQuietPhaseEndsAfterItsLeastTime() {
    assertThat(rule(0, 0.02).reached(quiet(29, 0))).isEmpty();
    assertThat(rule(0, 0.02).reached(quiet(30, 0)))
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("the 95 % interval is within"));
  }

  @Test
  void aNoisyPhaseGoesOn() {
    List<SeriesPoint> bursts =
        IntStream.rangeClosed(1, 30)
            .mapToObj(s -> new SeriesPoint(s, 1, s % 10 < 5 ? 200 : 1800, 1, 1e6, null, null))
            .toList();
    assertThat(rule(0, 0.02).reached(live(30, 0, bursts))).isEmpty();
  }

  @Test
  void theLeastVolumeCountsToo() {
    long volume = 30_000 * 4096L;
    assertThat(rule(volume + 1, 0.02).reached(quiet(30, volume))).isEmpty();
    assertThat(rule(volume, 0.02).reached(quiet(30, volume))).isPresent();
  }

  @Test
  void withoutAnIntervalOnlyTheLongestTimeEndsIt() {
    PhaseLimit hopeless = new PhaseLimit("iops", Direction.AT_LEAST, 1e6);
    assertThat(rule(0, 0, hopeless).reached(live(200, 1, series(200, 1)))).isEmpty();
  }

  @Test
  void aPhaseInWhichNothingCompletesNeverEndsByItsInterval() {
    assertThat(rule(0, 0.02).reached(live(60, 0, List.of()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "iops, AT_LEAST, 2100, iops is out of reach of its limit; at least 2 100/s",
    "wal.iops, AT_LEAST, 2100, wal.iops is out of reach of its limit; at least 2 100/s",
    "latency-p99, AT_MOST, 3900000, latency-p99 is out of reach of its limit; at most 3.9 ms",
    "latency-mean, AT_MOST, 400000, latency-mean is out of reach of its limit; at most 400 µs",
  })
  void aPlainlyBadDriveIsNotMeasuredToTheEnd(
      String quantity, Direction direction, double limit, String reason) {
    EndRule rule = rule(0, 0.02, new PhaseLimit(quantity, direction, limit));
    assertThat(rule.reached(quiet(4, 0))).isEmpty();
    assertThat(rule.reached(quiet(5, 0))).contains(reason.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({
    "iops, AT_LEAST, 1900",
    "iops, AT_MOST, 900000",
    "latency-p99, AT_MOST, 4100000",
    "compaction.iops, AT_LEAST, 1000000",
    "bandwidth, AT_LEAST, 1e12",
  })
  void oneThatMayComeBackOrThatOtherStreamsMeasureIsMeasuredOn(
      String quantity, Direction direction, double limit) {
    EndRule rule = rule(0, 0.02, new PhaseLimit(quantity, direction, limit));
    assertThat(rule.reached(quiet(5, 0))).isEmpty();
    assertThat(rule.reached(quiet(30, 0))).isPresent();
  }

  @Test
  void aPercentileWithTooFewSamplesHasToBeMeasuredOn() {
    EndRule rule = rule(0, 0.02, new PhaseLimit("latency-p99.99", Direction.AT_MOST, 1e9));
    assertThat(rule.reached(quiet(30, 0))).isEmpty();
    assertThat(rule.reached(quiet(120, 0))).isPresent();
  }
}
