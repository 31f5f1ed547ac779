package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndRuleTest {

  private static EndRule rule(long minBytes, double stopAtCi) {
    return new EndRule(
        new PhaseRule(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            minBytes,
            stopAtCi,
            Duration.ofSeconds(5)));
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

  @Test
  void aQuietPhaseEndsAfterItsLeastTime() {
    assertThat(rule(0, 0.02).reached(29, 29_000, 29_000 * 4096L, series(29, 5))).isEmpty();
    assertThat(rule(0, 0.02).reached(30, 30_000, 30_000 * 4096L, series(30, 5)))
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("the 95 % interval is within"));
  }

  @Test
  void aNoisyPhaseGoesOn() {
    List<SeriesPoint> bursts =
        IntStream.rangeClosed(1, 30)
            .mapToObj(s -> new SeriesPoint(s, 1, s % 10 < 5 ? 200 : 1800, 1, 1e6, null, null))
            .toList();
    assertThat(rule(0, 0.02).reached(30, 30_000, 30_000 * 4096L, bursts)).isEmpty();
  }

  @Test
  void theLeastVolumeCountsToo() {
    long volume = 30_000 * 4096L;
    assertThat(rule(volume + 1, 0.02).reached(30, 30_000, volume, series(30, 5))).isEmpty();
    assertThat(rule(volume, 0.02).reached(30, 30_000, volume, series(30, 5))).isPresent();
  }

  @Test
  void withoutAnIntervalOnlyTheLongestTimeEndsIt() {
    assertThat(rule(0, 0).reached(200, 200_000, 1, series(200, 1))).isEmpty();
  }

  @Test
  void aPhaseInWhichNothingCompletesNeverEndsByItsInterval() {
    assertThat(rule(0, 0.02).reached(60, 0, 0, List.of())).isEmpty();
  }
}
