package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Pattern;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The phases of the probes that write a drive to saturation. */
class SaturationProbesTest {

  private static final long RANGE = 1L << 30;

  @TempDir private Path folder;

  private Probes probes(String step, String metric, boolean quick, EngineChoice engine)
      throws Exception {
    Path file = folder.resolve("site.yaml");
    Files.writeString(
        file,
        """
        schema: osd-qualify/profile/1
        name: site
        version: 1
        title: site
        phase: {ramp: 1 s, min: 10 s, max: 20 s, quick: 5 s}
        plan:
          - %s
        criteria:
          - {axis: steady state, metric: %s, at-least: 0, why: choice}
        """
            .formatted(step, metric));
    Profile profile = ProfileLoader.load(file);
    Expression.Scope scope =
        new Expression.Scope(
            Map.of("capacity", new Expression.Result.Figure((double) RANGE, Unit.BYTES)));
    return Probes.of(
        profile,
        new ProbeContext(
            new ProbeContext.Area(0, RANGE, 512),
            new ProbeContext.Asked(1, Tier.MINIMUM, scope, quick, 7),
            new ProbeContext.Means(engine, EngineFeatures.ALL, Workload.Options.USUAL)));
  }

  private List<PhasePlan> phases(String step, String metric, boolean quick) throws Exception {
    return phases(step, metric, quick, EngineChoice.AUTO);
  }

  private List<PhasePlan> phases(String step, String metric, boolean quick, EngineChoice engine)
      throws Exception {
    Probes probes = probes(step, metric, quick, engine);
    FixedProbe probe = (FixedProbe) probes.probes().get(0);
    return probe.phases(probes.context());
  }

  @Test
  void saturationIsOnePhaseThatVolumeOrTimeEndsAndNothingElse() throws Exception {
    PhasePlan phase =
        phases("{probe: write-saturation}", "write-saturation.plateau.iops", false).get(0);
    assertThat(phase.workload().maxBytes()).isEqualTo(4 * RANGE);
    assertThat(phase.workload().maxDuration()).isEqualTo(Duration.ofHours(24));
    assertThat(phase.workload().ramp()).isZero();
    assertThat(phase.endsByVolume()).isTrue();
    assertThat(phase.rule().stopAtCi()).isZero();
    assertThat(phase.workload().streams())
        .hasSize(2)
        .allMatch(stream -> stream.pattern() == Pattern.RANDOM && stream.depth() == 16);
    assertThat(phase.workload().streams().stream().mapToLong(s -> s.region().length()).sum())
        .isEqualTo(RANGE);
    assertThat(phase.what()).isEqualTo("4 KiB random writes, 2 streams x 16");
  }

  @Test
  void aQuickSaturationIsCutInTime() throws Exception {
    PhasePlan phase =
        phases("{probe: write-saturation}", "write-saturation.plateau.iops", true).get(0);
    assertThat(phase.workload().maxDuration()).isEqualTo(Duration.ofSeconds(5));
  }

  private static final String IDLE =
      "{probe: idle-recovery, settle: 1 min, baseline: 30 s, idle: [5 s, 50 s], rounds: 3}";

  @Test
  void eachGroupOfPausesStandsBetweenTwoBaselines() throws Exception {
    List<PhasePlan> phases = phases(IDLE, "idle-recovery.baseline.iops", false);
    assertThat(phases)
        .extracting(PhasePlan::name)
        .containsExactly(
            "idle-recovery.settle",
            "idle-recovery.baseline.00",
            "idle-recovery.idle-5s.01",
            "idle-recovery.idle-5s.02",
            "idle-recovery.idle-5s.03",
            "idle-recovery.baseline.01",
            "idle-recovery.idle-50s.01",
            "idle-recovery.idle-50s.02",
            "idle-recovery.idle-50s.03",
            "idle-recovery.baseline.02");
    assertThat(phases.get(1).idleBefore()).isZero();
    assertThat(phases.get(7).idleBefore()).isEqualTo(Duration.ofSeconds(50));
    assertThat(phases.get(7).workload().maxDuration()).isEqualTo(Duration.ofSeconds(5));
    assertThat(phases.get(7).workload().ramp()).isZero();
    assertThat(phases.get(5).workload().maxDuration()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void theOutlineNamesEachGroupOnceWithItsRounds() throws Exception {
    Probes probes = probes(IDLE, "idle-recovery.baseline.iops", false, EngineChoice.AUTO);
    List<Outline> outline = probes.outline();
    assertThat(outline)
        .extracting(Outline::name)
        .containsExactly(
            "idle-recovery.settle",
            "idle-recovery.baseline",
            "idle-recovery.idle-5s",
            "idle-recovery.idle-50s");
    assertThat(outline).extracting(Outline::least).containsExactly(1, 3, 3, 3);
    for (PhasePlan phase : phases(IDLE, "idle-recovery.baseline.iops", false)) {
      assertThat(outline)
          .anyMatch(
              each ->
                  phase.name().equals(each.name()) || phase.name().startsWith(each.name() + "."));
    }
  }

  @Test
  void aQuickPauseIsNeverAShorterOneUnderItsName() throws Exception {
    assertThat(phases(IDLE, "idle-recovery.baseline.iops", true))
        .extracting(PhasePlan::name)
        .containsExactly(
            "idle-recovery.settle",
            "idle-recovery.baseline.00",
            "idle-recovery.idle-5s.01",
            "idle-recovery.baseline.01");
  }

  @Test
  void sequentialRandomAndSequentialWritesFollowEachOther() throws Exception {
    List<PhasePlan> phases = phases("{probe: cross-stimulus}", "cross-stimulus.ratio", false);
    assertThat(phases)
        .extracting(phase -> phase.workload().maxDuration())
        .containsExactly(Duration.ofHours(8), Duration.ofHours(6), Duration.ofHours(8));
    assertThat(phases)
        .extracting(PhasePlan::what)
        .containsExactly(
            "1024 KiB sequential writes, 2 streams x 16",
            "8 KiB random writes, 2 streams x 16",
            "1024 KiB sequential writes, 2 streams x 16");
    assertThat(phases).allMatch(phase -> phase.idleBefore().isZero());
  }

  private static final String DEMAND =
      "{probe: demand-intensity, threads: [32, 4, 1], depths: [32, 8, 1]}";

  @Test
  void demandIsEveryNumberOfThreadsWithEveryDepthAfterTheHighestOfAll() throws Exception {
    List<PhasePlan> phases = phases(DEMAND, "demand-intensity.max.iops", false);
    assertThat(phases).hasSize(10);
    assertThat(phases.get(0).name()).isEqualTo("demand-intensity.settle");
    assertThat(phases.get(0).workload().streams()).hasSize(32).allMatch(s -> s.depth() == 32);
    PhasePlan cell = phases.get(5);
    assertThat(cell.name()).isEqualTo("demand-intensity.threads-4.depth-8");
    assertThat(cell.workload().streams())
        .hasSize(4)
        .allMatch(stream -> stream.depth() == 8 && stream.readPermille() == 650);
    assertThat(cell.rule().max()).isEqualTo(Duration.ofSeconds(20));
    assertThat(cell.workload().streams().stream().map(Stream::seed).distinct()).hasSize(4);
  }

  @Test
  void aDepthThatTheEngineDoesNotHaveIsNotMeasuredUnderItsName() throws Exception {
    assertThat(phases(DEMAND, "demand-intensity.max.iops", false, EngineChoice.PSYNC))
        .extracting(PhasePlan::name)
        .containsExactly(
            "demand-intensity.settle",
            "demand-intensity.threads-32.depth-1",
            "demand-intensity.threads-4.depth-1",
            "demand-intensity.threads-1.depth-1");
  }

  @Test
  void quickDemandIsItsCorners() throws Exception {
    assertThat(phases(DEMAND, "demand-intensity.max.iops", true))
        .extracting(PhasePlan::name)
        .containsExactly(
            "demand-intensity.settle",
            "demand-intensity.threads-32.depth-32",
            "demand-intensity.threads-32.depth-1",
            "demand-intensity.threads-1.depth-32",
            "demand-intensity.threads-1.depth-1");
  }
}
