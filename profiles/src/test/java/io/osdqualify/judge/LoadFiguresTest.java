package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.LoadCurveStep;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.quantity.Unit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What saturation and load-curve make of their phases. */
class LoadFiguresTest {

  @TempDir private Path folder;

  private static Measured of(List<Phase> phases, List<PlanStep> plan) {
    return Measurements.of(new Samples.Target().facts(), phases, Map.of(), plan);
  }

  private static Measured of(Phase... phases) {
    return of(List.of(phases), List.of());
  }

  private static Measurement metric(Measured measured, String name) {
    return measured.measurements().stream()
        .filter(one -> one.metric().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not among " + measured.measurements()));
  }

  private static String missing(Measured measured, String name) {
    return measured.missing().stream()
        .filter(one -> one.what().equals(name))
        .map(Missing::reason)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name));
  }

  @Test
  void theKneeIsTheSmallestLoadThatComesNearTheBest() {
    Measured measured =
        of(
            Loads.cell("saturation", 1, 1, 10_000),
            Loads.cell("saturation", 1, 8, 70_000),
            Loads.cell("saturation", 1, 32, 94_900),
            Loads.cell("saturation", 2, 8, 94_000),
            Loads.cell("saturation", 4, 8, 96_000),
            Loads.cell("saturation", 2, 32, 100_000));
    assertThat(metric(measured, "saturation.max.iops").number()).isEqualTo(100_000);
    assertThat(metric(measured, "saturation.knee.iops").number()).isEqualTo(96_000);
    assertThat(metric(measured, "saturation.knee.iops").hasInterval()).isTrue();
    assertThat(metric(measured, "saturation.knee.threads").number()).isEqualTo(4);
    assertThat(metric(measured, "saturation.knee.depth").number()).isEqualTo(8);
    assertThat(metric(measured, "saturation.1x8.iops").number()).isEqualTo(70_000);
    // 32 in flight at 96 000/s.
    assertThat(metric(measured, "saturation.knee.latency-p99.999").number())
        .isCloseTo(333_333, within(3_000.0));
  }

  @Test
  void ofTwoLoadsAsSmallTheOneWithFewerThreadsIsTheKnee() {
    Measured measured =
        of(
            Loads.cell("saturation", 4, 8, 100_000),
            Loads.cell("saturation", 1, 32, 99_000),
            Loads.cell("saturation", 8, 8, 101_000));
    assertThat(metric(measured, "saturation.knee.threads").number()).isEqualTo(1);
  }

  @Test
  void eachIoHasItsCpuTime() {
    Measured measured = of(Loads.cell("saturation", 1, 1, 10_000));
    Measurement cpu = metric(measured, "saturation.knee.cpu");
    assertThat(cpu.number()).isCloseTo(4_000, within(1e-6));
    assertThat(cpu.unit()).isEqualTo(Unit.NANOSECONDS);
    assertThat(cpu.n()).isEqualTo(300_000);
  }

  @Test
  void aTailThatTooFewSamplesTellIsRefused() {
    Measured measured = of(Loads.cell("saturation", 1, 1, 1_000));
    assertThat(metric(measured, "saturation.knee.latency-p99.9").n()).isEqualTo(30_000);
    assertThat(missing(measured, "saturation.knee.latency-p99.99"))
        .isEqualTo("too few samples: 3 of 30 000 lie beyond it, 10 must");
    assertThat(missing(measured, "saturation.knee.latency-p99.999")).startsWith("too few samples");
  }

  @Test
  void variantsHaveKneesOfTheirOwn() {
    Measured measured =
        of(
            Loads.cell("saturation.pinned", 1, 8, 50_000),
            Loads.cell("saturation.free", 1, 8, 40_000),
            Loads.cell("saturation.read.free", 2, 8, 90_000));
    assertThat(metric(measured, "saturation.pinned.knee.iops").number()).isEqualTo(50_000);
    assertThat(metric(measured, "saturation.free.knee.iops").number()).isEqualTo(40_000);
    assertThat(metric(measured, "saturation.read.free.knee.threads").number()).isEqualTo(2);
  }

  @Test
  void aLoadAtWhichNothingCompletesHasNoKnee() {
    Measured measured = of(Loads.cell("saturation", 1, 1, 0));
    assertThat(missing(measured, "saturation.knee")).isEqualTo("nothing completed at any load");
    assertThat(missing(measured, "saturation.1x1.iops"))
        .isEqualTo("nothing completed in the phase");
  }

  @Test
  void theResponseOfALoadThatIsServedHasPercentiles() {
    Measured measured =
        of(Loads.open("load-curve.50", Map.of(100_000L, 990_000L, 5_000_000L, 10_000L), 0));
    assertThat(metric(measured, "load-curve.50.iops").number()).isCloseTo(33_333, within(1.0));
    assertThat(metric(measured, "load-curve.50.unserved").number()).isZero();
    assertThat(metric(measured, "load-curve.50.latency-p50").number())
        .isCloseTo(100_000, within(800.0));
    assertThat(metric(measured, "load-curve.50.latency-p99.9").number())
        .isCloseTo(5_000_000, within(40_000.0));
    assertThat(metric(measured, "load-curve.50.latency-max").number()).isEqualTo(5_000_000);
  }

  /** 0.5 % had not started: the 99th of all is among the served, the 99.9th is not. */
  @Test
  void whatHadNotStartedCountsAsSlowerThanAll() {
    Measured measured =
        of(Loads.open("load-curve.90", Map.of(100_000L, 987_000L, 5_000_000L, 8_000L), 5_000));
    assertThat(metric(measured, "load-curve.90.unserved").number()).isEqualTo(0.005);
    // 8 000 + 5 000 of a million are slow: 1.3 %, though of the served it is 0.8 %.
    assertThat(metric(measured, "load-curve.90.latency-p99").number())
        .isCloseTo(5_000_000, within(40_000.0));
    assertThat(missing(measured, "load-curve.90.latency-p99.9"))
        .isEqualTo("0.5 % of what was due had not started: it lies there");
  }

  @Test
  void aLoadThatIsNotServedHasNoPercentileAndSaysSo() {
    Measured measured = of(Loads.open("load-curve.100", Map.of(100_000L, 900_000L), 100_000));
    assertThat(metric(measured, "load-curve.100.unserved").number()).isEqualTo(0.1);
    assertThat(metric(measured, "load-curve.100.iops").number()).isEqualTo(30_000);
    assertThat(measured.measurements())
        .noneMatch(one -> one.metric().startsWith("load-curve.100.latency"));
    assertThat(missing(measured, "load-curve.100.latency-p50"))
        .isEqualTo("saturated: 10 % of what was due had not started when counting ended");
  }

  @Test
  void theUsableLoadIsTheHighestUpToWhichEachKeepsTheLimit() throws Exception {
    List<Phase> phases =
        List.of(
            Loads.open("load-curve.20", Map.of(100_000L, 600_000L), 0),
            Loads.open("load-curve.40", Map.of(900_000L, 1_200_000L), 0),
            Loads.open("load-curve.60", Map.of(1_100_000L, 1_800_000L), 0),
            // Fast again, but no one can rely on a load above one that is too slow.
            Loads.open("load-curve.80", Map.of(100_000L, 2_400_000L), 0));
    Measured measured = of(phases, curve("at-most: 1 ms").plan());
    Measurement load = metric(measured, "load-curve.usable.load");
    assertThat(load.number()).isEqualTo(0.4);
    assertThat(load.ci95Low()).isEqualTo(0.4);
    assertThat(load.ci95High()).isEqualTo(0.4);
    assertThat(metric(measured, "load-curve.usable.iops").number()).isEqualTo(40_000);
  }

  @Test
  void noLoadIsUsableWhereTheSmallestIsTooSlowOrNotServed() throws Exception {
    List<PlanStep> plan = curve("at-most: 1 ms").plan();
    for (Phase first :
        List.of(
            Loads.open("load-curve.20", Map.of(2_000_000L, 600_000L), 0),
            Loads.open("load-curve.20", Map.of(100_000L, 600_000L), 60_000))) {
      List<Phase> all = new ArrayList<>(List.of(first));
      for (int percent : List.of(40, 60, 80)) {
        all.add(Loads.open("load-curve." + percent, Map.of(100_000L, 600_000L), 0));
      }
      Measured measured = of(all, plan);
      assertThat(metric(measured, "load-curve.usable.load").number()).isZero();
      assertThat(metric(measured, "load-curve.usable.iops").number()).isZero();
    }
  }

  @Test
  void aLoadThatIsTooShortForAP99LeavesOpenWhatIsUsable() throws Exception {
    List<Phase> phases = List.of(Loads.open("load-curve.20", Map.of(100_000L, 600L), 0));
    Measured measured = of(phases, curve("at-most: 1 ms").plan());
    assertThat(measured.measurements()).noneMatch(one -> one.metric().contains("usable"));
    assertThat(missing(measured, "load-curve.usable"))
        .isEqualTo("load-curve.20 has no p99: it was too short, or not measured");
  }

  @Test
  void withoutALimitNothingIsSaidOfUse() throws Exception {
    Phase phase = Loads.open("load-curve.20", Map.of(100_000L, 600_000L), 0);
    Measured measured = of(List.of(phase), curve("threads: 2").plan());
    assertThat(measured.measurements()).noneMatch(one -> one.metric().contains("usable"));
  }

  private Profile curve(String more) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("curve.yaml"),
            """
            schema: osd-qualify/profile/1
            name: curve
            version: 1
            title: a curve
            plan:
              - {probe: load-curve, loads: [20 %%, 40 %%, 60 %%, 80 %%], %s}
            criteria:
              - {metric: load-curve.20.iops, axis: commit, at-least: 1, why: "choice: a test"}
            """
                .formatted(more));
    Profile profile = ProfileLoader.load(file);
    assertThat(profile.plan().get(0)).isInstanceOf(LoadCurveStep.class);
    return profile;
  }
}
