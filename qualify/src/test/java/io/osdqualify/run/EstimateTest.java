package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;

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
    return Estimate.of(List.of(new Outline("test", "writes", plan, 1, 1)), "sata").get(0);
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
}
