package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.LoopKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rounds of a loop, from their phases to what is judged. */
class LoopTest {

  private static final String BANDWIDTH = "steady-state.bandwidth";

  private static Phase phase(String probe, String name, double perSecond) {
    List<SeriesPoint> points =
        IntStream.rangeClosed(1, 4)
            .mapToObj(
                end ->
                    new SeriesPoint(
                        end,
                        1,
                        Math.round(perSecond),
                        Math.round(perSecond) * 4096,
                        1e9 * 32 / perSecond,
                        null,
                        null))
            .toList();
    return PlainPhase.writes(probe, name, points, Math.round(1e9 * 32 / perSecond));
  }

  private static List<Phase> rounds(double... rates) {
    return numbered("round", rates);
  }

  private static List<Phase> numbered(String part, double... rates) {
    List<Phase> phases = new ArrayList<>();
    for (double rate : rates) {
      String number = String.format(Locale.ROOT, "%02d", phases.size() + 1);
      phases.add(phase("steady-state", "steady-state." + part + "." + number, rate));
    }
    return phases;
  }

  private static double number(Measured measured, String metric) {
    return measurement(measured, metric).number();
  }

  private static Measurement measurement(Measured measured, String metric) {
    return measured.measurements().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow(() -> new AssertionError(metric + ": " + measured.missing()));
  }

  private static String word(Measured measured, String metric) {
    Measurement found = measurement(measured, metric);
    return found.value().print(found.unit());
  }

  @Test
  void theFirstSteadyWindowCountsAndWhatCameBeforeDoesNot() {
    List<Phase> phases = rounds(50_000, 20_000, 11_000, 10_000, 10_100, 9_900, 10_000);
    Loop loop = Loop.of(LoopKind.STEADY_STATE, phases);
    assertThat(loop.reached()).hasValue(7);
    Measured measured = LoopFigures.of(LoopKind.STEADY_STATE, phases);
    assertThat(word(measured, "steady-state.reached")).isEqualTo("yes");
    assertThat(number(measured, "steady-state.rounds")).isEqualTo(7);
    assertThat(number(measured, "steady-state.iops")).isCloseTo(10_200, within(1e-6));
    Measurement bandwidth = measurement(measured, BANDWIDTH);
    assertThat(bandwidth.number()).isCloseTo(10_200 * 4096.0, within(1e-3));
    assertThat(bandwidth.n()).isEqualTo(5);
    assertThat(bandwidth.ci95Low()).isBetween(9_600 * 4096.0, 10_100 * 4096.0);
    assertThat(number(measured, "steady-state.range.bandwidth"))
        .isCloseTo(1_100 * 4096.0, within(1e-3));
    assertThat(number(measured, "steady-state.range-allowed.bandwidth"))
        .isCloseTo(2_040 * 4096.0, within(1e-3));
    assertThat(measurement(measured, "steady-state.latency-p99").n()).isEqualTo(4 * 51_000);
  }

  @Test
  void aRoundThatIsNotWholeDoesNotCount() {
    List<Phase> phases =
        List.of(
            phase("snia-latency", "snia.latency.round.01.r100-8KiB", 1000),
            phase("snia-latency", "snia.latency.round.01.r0-4KiB", 1000),
            phase("snia-latency", "snia.latency.round.02.r100-8KiB", 1000));
    Loop loop = Loop.of(LoopKind.LATENCY, phases, 2);
    assertThat(loop.rounds()).hasSize(1);
    assertThat(loop.unfinished()).containsOnlyKeys("r100-8KiB");
    assertThat(loop.tracked()).containsExactly("r0-4KiB");
    assertThat(LoopFigures.of(LoopKind.LATENCY, phases).missing())
        .contains(new Missing("snia.latency", "1 whole rounds of the 5 that a window needs"));
  }

  /** All tracked cells on the same window: each is steady at some time, both never. */
  @Test
  void everyTrackedCellMustBeSteadyOnTheSameWindow() {
    List<Phase> phases = new ArrayList<>();
    for (int round = 1; round <= 10; round++) {
      String name = String.format(Locale.ROOT, "snia.iops.round.%02d.", round);
      phases.add(phase("snia-iops", name + "r0-4KiB", round <= 5 ? 1000 : 1000 << round));
      phases.add(phase("snia-iops", name + "r65-64KiB", round > 5 ? 1000 : 1000 << round));
      phases.add(phase("snia-iops", name + "r100-1024KiB", 1000));
      phases.add(phase("snia-iops", name + "r50-8KiB", 100 * round));
    }
    assertThat(Loop.of(LoopKind.IOPS, phases).reached()).isEmpty();
    phases.removeIf(phase -> phase.name().endsWith("r65-64KiB"));
    assertThat(Loop.of(LoopKind.IOPS, phases).reached()).hasValue(5);
  }

  private static double[] restless(int rounds) {
    return IntStream.range(0, rounds).mapToDouble(i -> i % 2 == 0 ? 10_000 : 20_000).toArray();
  }

  @Test
  void whatIsNeverSteadyIsReportedByItsLastWindowAndItsSpan() {
    Measured measured = LoopFigures.of(LoopKind.STEADY_STATE, rounds(restless(25)));
    assertThat(word(measured, "steady-state.reached")).isEqualTo("no");
    assertThat(number(measured, "steady-state.rounds")).isEqualTo(25);
    Measurement bandwidth = measurement(measured, BANDWIDTH);
    assertThat(bandwidth.number()).isCloseTo(14_000 * 4096.0, within(1e-3));
    assertThat(bandwidth.ci95Low()).isEqualTo(10_000 * 4096.0);
    assertThat(bandwidth.ci95High()).isEqualTo(20_000 * 4096.0);
  }

  private static Outcome judged(double limit, List<Phase> phases) {
    Run run = Run.sound();
    phases.forEach(run::with);
    Verdict verdict =
        run.judged(Say.profile(Say.atLeast(Axis.STEADY_STATE, BANDWIDTH, limit * 4096)));
    return Run.outcome(verdict, BANDWIDTH);
  }

  @Test
  void whatIsNeverSteadyCanFailAndNeverPass() {
    List<Phase> never = rounds(restless(25));
    assertThat(judged(5_000, never)).as("all rounds are above").isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judged(12_000, never)).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judged(25_000, never)).as("the best is below").isEqualTo(Outcome.FAIL);
    List<Phase> steady = rounds(DoubleStream.generate(() -> 14_000).limit(5).toArray());
    assertThat(judged(5_000, steady)).isEqualTo(Outcome.PASS);
    assertThat(judged(25_000, steady)).isEqualTo(Outcome.FAIL);
  }

  @Test
  void leavingTheSteadyStateIsSeenAndNothingPassesThen() {
    List<Phase> phases = new ArrayList<>(rounds(1000, 1000, 1000, 1000, 1000));
    phases.addAll(numbered("hold", 1020, 1090));
    assertThat(Loop.of(LoopKind.STEADY_STATE, phases).leftAt()).isEmpty();
    assertThat(word(LoopFigures.of(LoopKind.STEADY_STATE, phases), "steady-state.left"))
        .isEqualTo("no");
    assertThat(judged(500, phases)).isEqualTo(Outcome.PASS);
    phases.addAll(numbered("hold", 1020, 1090, 800).subList(2, 3));
    assertThat(Loop.of(LoopKind.STEADY_STATE, phases).leftAt()).hasValue(3);
    assertThat(judged(500, phases)).isEqualTo(Outcome.INCONCLUSIVE);
  }
}
