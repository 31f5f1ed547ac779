package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.quantity.Unit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps of the tests that write a drive to saturation, and what they take. */
class SaturationStepsTest {

  @TempDir Path folder;

  private Profile profile(String step, String metric, String limit) throws Exception {
    Path file = folder.resolve("site.yaml");
    Files.writeString(
        file,
        """
        schema: osd-qualify/profile/1
        name: site
        version: 1
        title: site
        plan:
          - %s
        criteria:
          - {axis: steady state, metric: %s, %s, why: choice}
        """
            .formatted(step, metric, limit));
    return ProfileLoader.load(file);
  }

  private <T extends PlanStep> T step(Class<T> kind, String step, String metric) throws Exception {
    return kind.cast(profile(step, metric, "at-least: 0").plan().get(0));
  }

  private void refused(String step, String metric, String limit, String message) {
    assertThatThrownBy(() -> profile(step, metric, limit))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining(message);
  }

  private static double bytes(Expression volume) {
    Expression.Result.Figure capacity = new Expression.Result.Figure(1000, Unit.BYTES);
    return ((Expression.Result.Figure)
            volume.evaluate(new Expression.Scope(Map.of("capacity", capacity))).orElseThrow())
        .value();
  }

  @Test
  void writeSaturationIsSniasWhereNothingIsSaid() throws Exception {
    WriteSaturationStep step =
        step(
            WriteSaturationStep.class,
            "{probe: write-saturation}",
            "write-saturation.plateau.iops");
    assertThat(step.sequential()).isFalse();
    assertThat(step.blockBytes()).isEqualTo(4096);
    assertThat(bytes(step.volume())).isEqualTo(4000);
    assertThat(step.longest()).isEqualTo(Duration.ofHours(24));
    assertThat(step.inFlight()).isEqualTo(new InFlight(2, 16));
  }

  @Test
  void writeSaturationTakesWhatItIsTold() throws Exception {
    WriteSaturationStep step =
        step(
            WriteSaturationStep.class,
            "{probe: write-saturation, pattern: sequential-write, block: 128 KiB, streams: 1,"
                + " depth: 8, volume: 2 * capacity, max: 1 h}",
            "write-saturation.plateau.iops");
    assertThat(step.sequential()).isTrue();
    assertThat(step.blockBytes()).isEqualTo(128 << 10);
    assertThat(bytes(step.volume())).isEqualTo(2000);
    assertThat(step.longest()).isEqualTo(Duration.ofHours(1));
    assertThat(step.inFlight()).isEqualTo(new InFlight(1, 8));
  }

  @Test
  void whatIsWrongIsSaid() {
    String metric = "write-saturation.plateau.iops";
    refused(
        "{probe: write-saturation, pattern: random-wirte}",
        metric,
        "at-least: 0",
        "did you mean \"random-write\"");
    refused(
        "{probe: write-saturation, depth: 2000}", metric, "at-least: 0", "out of range: 1 to 1024");
    refused("{probe: write-saturation, volume: 5 s}", metric, "at-least: 0", "a size is expected");
    refused(
        "{probe: idle-recovery, idle: [1500 ms]}",
        "idle-recovery.baseline.iops",
        "at-least: 0",
        "whole seconds are expected");
    refused(
        "{probe: idle-recovery, idle: [5 s, 5 s]}",
        "idle-recovery.baseline.iops",
        "at-least: 0",
        "a value stands in the list twice");
    refused(
        "{probe: demand-intensity, reads: 120 %}",
        "demand-intensity.max.iops", "at-least: 0", "out of range");
    refused(
        "{probe: cross-stimulus, random: 0 s}",
        "cross-stimulus.ratio",
        "at-least: 0",
        "out of range");
  }

  @ParameterizedTest
  @CsvSource({
    "write-saturation, write-saturation.cliff, at-least: 10 GiB",
    "write-saturation, write-saturation.plateau-from, at-most: 1 TiB",
    "write-saturation, write-saturation.cliff-ratio, at-least: 0.5",
    "write-saturation, write-saturation.plateau.bandwidth, at-least: 100 MB/s",
    "write-saturation, write-saturation.plateau.latency-p99, at-most: 5 ms",
    "write-saturation, write-saturation.fresh.iops, at-least: 5000 /s",
    "write-saturation, write-saturation.shape, 'one-of: [steady, climbing, recovered]'",
    "idle-recovery, idle-recovery.idle-25s.iops, at-least: 1000",
    "idle-recovery, idle-recovery.idle-50s.ratio, at-least: 1.1",
    "idle-recovery, idle-recovery.baseline.iops, at-least: 1000",
    "cross-stimulus, cross-stimulus.sequential-2.settling, at-most: 1 h",
    "cross-stimulus, cross-stimulus.random.iops, at-least: 1000",
    "cross-stimulus, cross-stimulus.recovery, at-most: 10 min",
    "cross-stimulus, cross-stimulus.ratio, at-least: 80 %",
    "demand-intensity, demand-intensity.max.threads, at-most: 16",
    "demand-intensity, demand-intensity.max.latency-mean, at-most: 5 ms",
    "demand-intensity, demand-intensity.threads-6.depth-32.iops, at-least: 1000",
  })
  void aProfileJudgesWhatTheStepGivesInItsUnit(String probe, String metric, String limit)
      throws Exception {
    Profile profile = profile("{probe: " + probe + "}", metric, limit);
    assertThat(profile.criteria().get(0).metric()).isEqualTo(metric);
    assertThat(MetricNames.of(metric)).isNotBlank();
  }

  @Test
  void whatTheStepDoesNotGiveIsAMistake() {
    refused(
        "{probe: idle-recovery, idle: [5 s]}",
        "idle-recovery.idle-10s.ratio",
        "at-least: 1",
        "idle-recovery.idle-10s.ratio");
    refused(
        "{probe: write-saturation}",
        "write-saturation.cliff",
        "at-least: 5 ms",
        "write-saturation.cliff is a size");
    refused("{probe: write-saturation}", "write-saturation.shape", "one-of: [flat]", "flat");
  }

  @Test
  void pausesAndBurstsAreSniasWhereNothingIsSaid() throws Exception {
    IdleRecoveryStep step =
        step(IdleRecoveryStep.class, "{probe: idle-recovery}", "idle-recovery.baseline.iops");
    assertThat(step.burst()).isEqualTo(Duration.ofSeconds(5));
    assertThat(step.idles().stream().map(Duration::toSeconds))
        .containsExactly(5L, 10L, 15L, 25L, 50L);
  }

  @Test
  void switchesAreSniasWhereNothingIsSaid() throws Exception {
    CrossStimulusStep step =
        step(CrossStimulusStep.class, "{probe: cross-stimulus}", "cross-stimulus.ratio");
    assertThat(List.of(step.first(), step.random(), step.last()))
        .containsExactly(Duration.ofHours(8), Duration.ofHours(6), Duration.ofHours(8));
    assertThat(step.sequentialBlockBytes()).isEqualTo(1 << 20);
    assertThat(step.randomBlockBytes()).isEqualTo(8 << 10);
  }

  @Test
  void demandIsSniasWhereNothingIsSaid() throws Exception {
    DemandIntensityStep step =
        step(DemandIntensityStep.class, "{probe: demand-intensity}", "demand-intensity.max.iops");
    assertThat(step.threads()).isEqualTo(step.depths()).containsExactly(32, 16, 8, 6, 4, 2, 1);
    assertThat(step.readShare()).isEqualTo(0.65);
  }
}
