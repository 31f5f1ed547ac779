package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.workload.Outline;
import io.osdqualify.workload.PhasePlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

  private static final long SATA_SECOND = 450_000_000;

  private static PlannedPhase of(long bytes, Duration longest) {
    Stream stream = Stream.random("all", new Region(0, 1L << 30)).depth(16).build();
    Workload workload =
        new Workload(
            Backend.IO_URING,
            List.of(stream),
            Duration.ZERO,
            longest,
            bytes,
            Workload.Options.USUAL);
    Duration second = Duration.ofSeconds(1);
    PhaseRule rule = new PhaseRule(Duration.ZERO, second, second, 0, 0, second);
    PhasePlan plan = new PhasePlan("test", "test", "writes", workload, rule);
    return Estimate.of(List.of(new Outline("test", "writes", plan, 1, 1)), "sata")
        .get(0)
        .announced();
  }

  @Test
  void whatOnlyVolumeEndsTakesAsLongAsItsBytes() {
    PlannedPhase phase = of(100 * SATA_SECOND, Duration.ZERO);
    assertThat(phase.durationSeconds()).isEqualTo(100);
    assertThat(phase.maxDurationSeconds()).isEqualTo(100);
    assertThat(phase.bytes()).isEqualTo(100 * SATA_SECOND);
  }

  @Test
  void whatVolumeOrTimeEndsTakesItsLongestTimeAtMost() {
    PlannedPhase phase = of(100 * SATA_SECOND, Duration.ofHours(24));
    assertThat(phase.durationSeconds()).isEqualTo(100);
    assertThat(phase.maxDurationSeconds()).isEqualTo(86_400);
  }

  @Test
  void whatTimeEndsFirstWritesNoMoreThanFitsInIt() {
    PlannedPhase phase = of(100 * SATA_SECOND, Duration.ofSeconds(5));
    assertThat(phase.durationSeconds()).isEqualTo(5);
    assertThat(phase.maxDurationSeconds()).isEqualTo(5);
    assertThat(phase.bytes()).isEqualTo(5 * SATA_SECOND);
  }

  private static Forecast timed(double stopAtCi, long minBytes, int least, int most) {
    Stream stream = Stream.random("all", new Region(0, 1L << 30)).depth(16).build();
    PhaseRule rule =
        new PhaseRule(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(300),
            minBytes,
            stopAtCi,
            Duration.ofSeconds(5));
    Workload workload =
        new Workload(
            Backend.IO_URING, List.of(stream), rule.ramp(), rule.max(), 0, Workload.Options.USUAL);
    PhasePlan plan = new PhasePlan("test", "test", "writes", workload, rule);
    return Estimate.of(List.of(new Outline("test", "writes", plan, least, most)), "sata").get(0);
  }

  @Test
  void anIntervalThatIsNarrowInTimeEndsAPhaseAtItsLeast() {
    // (1.96 x 5 % / 2 %)^2 = 24 s
    assertThat(timed(0.02, 0, 1, 1).expectedSeconds()).isEqualTo(35);
  }

  @Test
  void aNarrowerIntervalTakesTimeWithItsSquareUpToTheMost() {
    assertThat(timed(0.01, 0, 1, 1).expectedSeconds()).isCloseTo(101.04, within(0.001));
    assertThat(timed(0.001, 0, 1, 1).expectedSeconds()).isEqualTo(305);
  }

  @Test
  void theLeastVolumeTakesItsTime() {
    assertThat(timed(0.02, 60 * SATA_SECOND, 1, 1).expectedSeconds()).isEqualTo(65);
    assertThat(timed(0.02, 10_000 * SATA_SECOND, 1, 1).expectedSeconds()).isEqualTo(305);
  }

  @Test
  void whatNoIntervalEndsTakesItsMost() {
    Forecast forecast = timed(0, 0, 1, 1);
    assertThat(forecast.expectedSeconds()).isEqualTo(305);
    assertThat(forecast.announced().durationSeconds()).isEqualTo(305);
  }

  @Test
  void whatIsRepeatedIsExpectedMidwayBetweenItsBounds() {
    assertThat(timed(0.02, 0, 2, 6).expectedSeconds()).isEqualTo(4 * 35);
  }

  @Test
  void theExpectedTimeOfAVolumeIsThatOfItsBytes() {
    Stream stream = Stream.random("all", new Region(0, 1L << 30)).depth(16).build();
    Workload workload =
        new Workload(
            Backend.IO_URING,
            List.of(stream),
            Duration.ZERO,
            Duration.ofHours(24),
            100 * SATA_SECOND,
            Workload.Options.USUAL);
    Duration second = Duration.ofSeconds(1);
    PhaseRule rule = new PhaseRule(Duration.ZERO, second, second, 0, 0, second);
    PhasePlan plan = new PhasePlan("test", "test", "writes", workload, rule);
    List<Forecast> all = Estimate.of(List.of(new Outline("test", "writes", plan, 1, 1)), "sata");
    assertThat(Forecast.seconds(all)).isEqualTo(100);
  }
}
