package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops of rounds: what comes next follows from what was measured. */
class SteadyStateTest {

  private static final long RANGE = 1L << 30;

  @TempDir private Path folder;

  private Probes probes(String step, int block, boolean quick) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("steady.yaml"),
            """
            schema: osd-qualify/profile/1
            name: steady
            version: 1
            title: steady
            plan:
              - %s
            criteria:
              - {axis: capacity, metric: target.capacity, at-least: 1 B, why: "choice: a test"}
            """
                .formatted(step));
    Profile profile = ProfileLoader.load(file);
    return Probes.of(
        profile,
        new ProbeContext(
            new ProbeContext.Area(0, RANGE, block),
            new ProbeContext.Asked(1, Tier.MINIMUM, new Expression.Scope(Map.of()), quick, 7),
            new ProbeContext.Means(EngineChoice.AUTO, EngineFeatures.ALL, Workload.Options.USUAL)));
  }

  /** A second of writes. */
  private static Phase done(PhasePlan plan, int operations) {
    FakeJob job = new FakeJob(plan.workload().streams().size());
    job.add(0, LatencyKind.WRITE, 1000, operations);
    job.moved(0, operations * 4096L);
    SeriesRecorder series = new SeriesRecorder(plan.workload());
    series.finish(job, job.at(1));
    return new PhaseBuilder(plan, Instant.EPOCH, job, job.at(1), series)
        .outcome("", true, false, Optional.empty())
        .phase();
  }

  /** Goes on until there is no next phase. */
  private static List<Phase> run(Probes probes, IntUnaryOperator operations) {
    List<Phase> measured = new ArrayList<>();
    for (int number = 0; ; number++) {
      Optional<PhasePlan> next = probes.next(measured);
      if (next.isEmpty()) {
        return measured;
      }
      measured.add(done(next.get(), operations.applyAsInt(number)));
    }
  }

  @Test
  void aSteadyDriveTakesFiveRoundsOfAMinute() throws Exception {
    Probes probes = probes("{probe: steady-state}", 512, false);
    PhasePlan first = probes.next(List.of()).orElseThrow();
    assertThat(first.workload().maxDuration()).isEqualTo(Duration.ofMinutes(1));
    assertThat(first.workload().ramp()).isZero();
    assertThat(first.rule().stopAtCi()).as("no round ends early").isZero();
    List<Phase> measured = run(probes, number -> 1000);
    assertThat(measured)
        .extracting(Phase::name)
        .containsExactly(
            "steady-state.round.01",
            "steady-state.round.02",
            "steady-state.round.03",
            "steady-state.round.04",
            "steady-state.round.05");
    assertThat(probes.outline())
        .singleElement()
        .satisfies(
            outline -> {
              assertThat(outline.name()).isEqualTo("steady-state.round");
              assertThat(outline.least()).isEqualTo(5);
              assertThat(outline.most()).isEqualTo(25);
              assertThat(outline.what()).endsWith("until steady, 5 to 25 rounds");
            });
  }

  @Test
  void aDriveThatSettlesTakesAsManyAsItNeeds() throws Exception {
    List<Phase> measured =
        run(probes("{probe: steady-state}", 512, false), n -> n < 4 ? 9000 >> n : 1000);
    assertThat(measured).as("1125 and four times 1000 are steady").hasSize(8);
  }

  @Test
  void aRestlessDriveTakesTwentyFiveAndNoHold() throws Exception {
    List<Phase> measured =
        run(probes("{probe: steady-state, hold: 3}", 512, false), n -> n % 2 == 0 ? 1000 : 2000);
    assertThat(measured).hasSize(25);
  }

  @Test
  void holdsFollowTheSteadyState() throws Exception {
    Probes probes = probes("{probe: steady-state, hold: 2}", 512, false);
    assertThat(run(probes, n -> 1000))
        .extracting(Phase::name)
        .endsWith("steady-state.round.05", "steady-state.hold.01", "steady-state.hold.02");
  }

  @Test
  void quickHasOneWindowOfShortRounds() throws Exception {
    Probes probes = probes("{probe: steady-state, hold: 2}", 512, true);
    List<Phase> measured = run(probes, n -> n % 2 == 0 ? 1000 : 2000);
    assertThat(measured).hasSize(5);
    assertThat(probes.next(List.of()).orElseThrow().workload().maxDuration())
        .isLessThanOrEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void iopsHasSevenMixesOfEightSizesARound() throws Exception {
    Probes probes = probes("{probe: snia-iops}", 512, false);
    List<Phase> measured = run(probes, n -> 1000);
    assertThat(measured).hasSize(5 * 56);
    assertThat(measured.get(0).name()).isEqualTo("snia.iops.round.01.r100-1024KiB");
    assertThat(measured.get(55).name()).isEqualTo("snia.iops.round.01.r0-512B");
    assertThat(probes.outline().get(0).least()).isEqualTo(280);
    assertThat(probes.leftOut()).isEmpty();
  }

  @Test
  void sizesBelowTheTargetsBlocksAreLeftOutWithTheReason() throws Exception {
    Probes probes = probes("{probe: snia-iops}", 4096, false);
    assertThat(run(probes, n -> 1000)).hasSize(5 * 49);
    assertThat(probes.leftOut())
        .hasSize(7)
        .contains(
            new Missing(
                "snia.iops.r0-512B", "the target's blocks have 4096 B, 512 B are asked for"));
  }

  @Test
  void latencyIsOneAtATimeAndEndsWithTwentyMinutesForTheHistogram() throws Exception {
    List<Phase> measured = run(probes("{probe: snia-latency}", 512, false), n -> 1000);
    assertThat(measured).hasSize(5 * 9 + 1);
    assertThat(measured.get(45).name()).isEqualTo("snia.latency.histogram");
    assertThat(measured).allSatisfy(phase -> assertThat(phase.workload().slots()).isOne());
    assertThat(run(probes("{probe: snia-latency, histogram: 0 s}", 512, false), n -> 1000))
        .hasSize(45);
  }

  @Test
  void throughputIsSequential() throws Exception {
    List<Phase> measured = run(probes("{probe: snia-throughput}", 512, false), n -> 1000);
    assertThat(measured).hasSize(20);
    assertThat(measured)
        .allSatisfy(phase -> assertThat(phase.workload().pattern()).isEqualTo("sequential"));
  }

  /** Where a run was cut short it goes on at the cell. */
  @Test
  void aCutRunGoesOnAtItsCell() throws Exception {
    Probes probes = probes("{probe: snia-throughput}", 512, false);
    List<Phase> measured = run(probes, n -> 1000);
    for (int kept = 0; kept < measured.size(); kept++) {
      assertThat(probes.next(measured.subList(0, kept)).orElseThrow().name())
          .isEqualTo(measured.get(kept).name());
    }
  }
}
