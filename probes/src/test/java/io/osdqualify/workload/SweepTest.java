package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.judge.SaturationCurve.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** When a sweep of threads and depths ends. */
class SweepTest {

  private static final List<Integer> THREADS = List.of(1, 2, 4, 8);
  private static final List<Integer> DEPTHS = List.of(1, 2, 4, 8, 16, 32);
  private static final Sweep SWEEP = new Sweep(THREADS, DEPTHS);

  /** The sizes that a device with these rates is asked for, in their order. */
  private static List<String> asked(Sweep sweep, ToDoubleFunction<Cell> device) {
    Map<Cell, Double> rates = new HashMap<>();
    List<String> asked = new ArrayList<>();
    Optional<Cell> next = sweep.next(rates);
    while (next.isPresent()) {
      asked.add(next.get().toString());
      rates.put(next.get(), device.applyAsDouble(next.get()));
      next = sweep.next(rates);
    }
    return asked;
  }

  @Test
  void aDeviceThatGainsToTheEndIsAskedForAll() {
    List<String> asked = asked(SWEEP, cell -> 1000.0 * cell.inFlight());
    assertThat(asked).hasSize(SWEEP.most()).startsWith("1x1", "1x2").endsWith("8x16", "8x32");
  }

  @Test
  void aRowEndsTwoStepsAfterTheKneeAndTheSweepTwoRowsAfterTheBest() {
    // Four in flight are all that it does at a time, whoever brings them.
    List<String> asked = asked(SWEEP, cell -> 1000.0 * Math.min(4, cell.inFlight()));
    assertThat(asked)
        .containsExactly(
            "1x1", "1x2", "1x4", "1x8", "1x16", "2x1", "2x2", "2x4", "2x8", "4x1", "4x2", "4x4");
  }

  @Test
  void aDeviceThatGetsSlowerEndsAtOnce() {
    List<String> asked = asked(SWEEP, cell -> 1000.0 / cell.inFlight());
    assertThat(asked)
        .containsExactly("1x1", "1x2", "1x4", "2x1", "2x2", "2x4", "4x1", "4x2", "4x4")
        .hasSize(SWEEP.least());
  }

  @Test
  void oneIdleStepIsNoEnd() {
    List<String> asked =
        asked(
            new Sweep(List.of(1), DEPTHS), cell -> cell.depth() == 4 ? 2000 : cell.depth() * 1000);
    assertThat(asked).containsExactly("1x1", "1x2", "1x4", "1x8", "1x16", "1x32");
  }

  @Test
  void stepsBelowFivePerCentAreIdleAndThoseAboveAreNot() {
    Sweep row = new Sweep(List.of(1), DEPTHS);
    assertThat(asked(row, cell -> Math.pow(1.049, Math.log(cell.depth())))).hasSize(3);
    assertThat(asked(row, cell -> Math.pow(1.1, Math.log(cell.depth()) / Math.log(2)))).hasSize(6);
  }

  @Test
  void aBackendThatTakesOneOperationIsSweptByThreadsAlone() {
    Sweep sweep = new Sweep(THREADS, List.of(1));
    assertThat(asked(sweep, cell -> 1000.0 * Math.min(2, cell.threads())))
        .containsExactly("1x1", "2x1", "4x1", "8x1");
    assertThat(sweep.least()).isEqualTo(3);
  }

  @Test
  void aDeviceThatDoesNothingEnds() {
    assertThat(asked(SWEEP, cell -> 0)).containsExactly("1x1", "1x2", "2x1", "2x2");
  }
}
