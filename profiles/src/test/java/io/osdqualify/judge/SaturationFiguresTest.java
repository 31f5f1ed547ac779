package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Value;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What phases with a known course come to, for the probes that write a drive to saturation. */
class SaturationFiguresTest {

  private static final double QUIET = 0.02;

  private static Measured measured(Phase... phases) {
    Measured all = Measurements.of(new Target().facts(), List.of(phases), Map.of());
    // Each name has a unit that a profile can name a limit in.
    assertThat(all.measurements())
        .allSatisfy(
            each ->
                assertThat(Metrics.unit(each.metric())).as(each.metric()).contains(each.unit()));
    return all;
  }

  private static Measurement measurement(Measured all, String metric) {
    return all.measurements().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow(() -> new AssertionError(metric + " is missing: " + all.missing()));
  }

  private static String reason(Measured all, String metric) {
    return all.missing().stream()
        .filter(each -> each.what().equals(metric))
        .map(Missing::reason)
        .findFirst()
        .orElse("not missing");
  }

  private static Phase saturation(Course course) {
    return PlainPhase.writes("write-saturation", "write-saturation", course.points(), 320_000);
  }

  @Test
  void whatFollowsTheCliffIsThePlateau() {
    Course course = new Course(1, QUIET).cliff(100_000, 25_000, 100_000L * 4096 * 60, 660);
    Measured all = measured(saturation(course));
    Measurement plateau = measurement(all, "write-saturation.plateau.iops");
    assertThat(plateau.number()).isCloseTo(25_000, within(300.0));
    assertThat(plateau.ci95Low()).isLessThan(plateau.number());
    assertThat(plateau.n())
        .isCloseTo(Plateaus.operations(course.points().subList(60, 660)), within(30_000L));
    Measurement bandwidth = measurement(all, "write-saturation.plateau.bandwidth");
    assertThat(bandwidth.number()).isCloseTo(plateau.number() * 4096, within(1.0));
    assertThat(bandwidth.unit()).isEqualTo(Unit.BYTES_PER_SECOND);
    assertThat(measurement(all, "write-saturation.plateau.latency-mean").number())
        .isCloseTo(1e9 * 32 / plateau.number(), within(1e5));
    assertThat(measurement(all, "write-saturation.fresh.iops").number())
        .isCloseTo(100_000, within(2_000.0));
    assertThat(measurement(all, "write-saturation.cliff-ratio").number())
        .isCloseTo(0.25, within(0.01));
    assertThat(measurement(all, "write-saturation.cliff").number())
        .isCloseTo(100_000.0 * 4096 * 60, within(100_000.0 * 4096));
    assertThat(measurement(all, "write-saturation.shape").value())
        .isEqualTo(new Value.Word("cliff"));
  }

  @Test
  void withoutACliffTheWholePhaseIsThePlateauAndItsP99IsCounted() {
    Measured all = measured(saturation(new Course(2, QUIET).at(40_000, 120)));
    assertThat(measurement(all, "write-saturation.shape").value())
        .isEqualTo(new Value.Word("steady"));
    assertThat(measurement(all, "write-saturation.plateau.latency-p99").number())
        .isCloseTo(320_000, within(0.01 * 320_000));
    assertThat(measurement(all, "write-saturation.cliff-ratio").number()).isEqualTo(1);
    assertThat(measurement(all, "write-saturation.plateau-from").number()).isZero();
    assertThat(reason(all, "write-saturation.cliff"))
        .matches("no fall that lasts in the 1[0-9.]+ GiB that were written");
  }

  @Test
  void aFewSecondsHaveARateButNoShape() {
    Measured all = measured(saturation(new Course(3, QUIET).at(40_000, 7)));
    assertThat(measurement(all, "write-saturation.plateau.iops").number())
        .isCloseTo(40_000, within(4_000.0));
    assertThat(reason(all, "write-saturation.shape"))
        .isEqualTo("too short: 7 of the 20 seconds that it needs");
  }

  @Test
  void aPhaseInWhichNothingCompletedHasReasonsOnly() {
    Measured all = measured(saturation(new Course(4, 0).at(0, 30)));
    assertThat(reason(all, "write-saturation.plateau.iops"))
        .isEqualTo("nothing completed in the phase");
  }

  private static Phase idle(String name, double rate, int seconds) {
    List<SeriesPoint> points = new Course(name.hashCode(), QUIET).at(rate, seconds).points();
    return PlainPhase.writes("idle-recovery", "idle-recovery." + name, points, 320_000);
  }

  @Test
  void aPauseIsHeldAgainstTheBaselineBeforeItsGroup() {
    List<Phase> phases = new ArrayList<>();
    phases.add(idle("settle", 90_000, 60));
    phases.add(idle("baseline.00", 20_000, 60));
    for (int round = 1; round <= 6; round++) {
      phases.add(idle(String.format(Locale.ROOT, "idle-5s.%02d", round), 30_000, 5));
    }
    phases.add(idle("baseline.01", 40_000, 60));
    phases.add(idle("idle-10s.01", 60_000, 5));
    Measured all = measured(phases.toArray(Phase[]::new));
    Measurement rate = measurement(all, "idle-recovery.idle-5s.iops");
    assertThat(rate.number()).isCloseTo(30_000, within(600.0));
    assertThat(rate.hasInterval()).isTrue();
    Measurement ratio = measurement(all, "idle-recovery.idle-5s.ratio");
    assertThat(ratio.number()).isCloseTo(1.5, within(0.05));
    assertThat(ratio.hasInterval()).isTrue();
    assertThat(measurement(all, "idle-recovery.idle-10s.ratio").number())
        .isCloseTo(1.5, within(0.05));
    assertThat(reason(all, "idle-recovery.idle-10s.iops.ci95")).contains("1 of the 4 points");
    assertThat(measurement(all, "idle-recovery.baseline.iops").number())
        .isCloseTo(30_000, within(600.0));
  }

  @Test
  void aPauseWithoutABaselineHasNoRatio() {
    Measured all = measured(idle("idle-5s.01", 30_000, 5));
    assertThat(reason(all, "idle-recovery.idle-5s.ratio")).isEqualTo("no baseline before it");
  }

  private static Phase cross(String name, Course course) {
    return PlainPhase.writes("cross-stimulus", "cross-stimulus." + name, course.points(), 320_000);
  }

  @Test
  void theTimeUntilSequentialWritesAreBackIsMeasuredFromTheSwitch() {
    Measured all =
        measured(
            cross("sequential-1", new Course(1, QUIET).at(2_000, 300)),
            cross("random", new Course(2, QUIET).at(40_000, 30).at(10_000, 270)),
            cross("sequential-2", new Course(3, QUIET).at(500, 80).at(1_900, 400)));
    assertThat(measurement(all, "cross-stimulus.recovery").number()).isCloseTo(80e9, within(3e9));
    assertThat(measurement(all, "cross-stimulus.ratio").number()).isCloseTo(0.95, within(0.02));
    assertThat(measurement(all, "cross-stimulus.random.settling").number())
        .isCloseTo(30e9, within(1e9));
    assertThat(measurement(all, "cross-stimulus.sequential-1.settling").number()).isZero();
    assertThat(measurement(all, "cross-stimulus.sequential-2.iops").number())
        .isCloseTo((500 * 80 + 1900 * 400) / 480.0, within(40.0));
  }

  @Test
  void whatNeverComesBackSaysHowFarItCame() {
    Measured all =
        measured(
            cross("sequential-1", new Course(1, QUIET).at(2_000, 100)),
            cross("sequential-2", new Course(3, QUIET).at(1_000, 100)));
    assertThat(reason(all, "cross-stimulus.recovery"))
        .matches("it never came back to 90 % of what it was: to 5[0-9] % at most");
    assertThat(measurement(all, "cross-stimulus.ratio").number()).isCloseTo(0.5, within(0.02));
  }

  @Test
  void oneHalfOfTheTestIsNoComparison() {
    Measured all = measured(cross("sequential-1", new Course(1, QUIET).at(2_000, 100)));
    assertThat(reason(all, "cross-stimulus.ratio")).contains("both before and after");
  }

  private static Phase cell(int threads, int depth, double rate, long writeNs, long readNs) {
    return PlainPhase.halves(
        "demand-intensity",
        "demand-intensity.threads-" + threads + ".depth-" + depth,
        threads,
        depth,
        new Course(threads * 100L + depth, QUIET).at(rate / 2, 30).points(),
        writeNs,
        readNs);
  }

  @Test
  void theMostIsTheBestCellWhoseMeanOverReadsAndWritesIsSoonEnough() {
    Measured all =
        measured(
            cell(32, 32, 120_000, 12_000_000, 4_000_000),
            cell(8, 16, 100_000, 6_000_000, 1_000_000),
            cell(1, 1, 5_000, 200_000, 200_000));
    assertThat(measurement(all, "demand-intensity.max.iops").number())
        .isCloseTo(100_000, within(2_000.0));
    assertThat(measurement(all, "demand-intensity.max.threads").number()).isEqualTo(8);
    assertThat(measurement(all, "demand-intensity.max.depth").number()).isEqualTo(16);
    assertThat(measurement(all, "demand-intensity.max.latency-mean").number())
        .isCloseTo(3_500_000, within(1.0));
    assertThat(measurement(all, "demand-intensity.threads-32.depth-32.latency-mean").number())
        .isCloseTo(8_000_000, within(1.0));
    assertThat(measurement(all, "demand-intensity.threads-1.depth-1.iops").hasInterval()).isTrue();
  }

  @Test
  void whereEveryAnswerIsLateThereIsNoMost() {
    Measured all = measured(cell(32, 32, 1_000, 900_000_000, 900_000_000));
    assertThat(reason(all, "demand-intensity.max.iops"))
        .isEqualTo("no demand had a mean response below 5 ms");
  }

  @Test
  void littlesLawHoldsOfReadsAndWritesTogether() {
    Phase mixed = cell(1, 4, 1_600, 4_000_000, 1_000_000);
    assertThat(new PhaseIntegrity(List.of(mixed)).results().get(0).explanation())
        .contains("rate x mean latency strays by")
        .doesNotContain("a fault of this tool");
  }
}
