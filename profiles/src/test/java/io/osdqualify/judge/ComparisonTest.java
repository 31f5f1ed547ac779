package io.osdqualify.judge;

import static io.osdqualify.judge.Comparison.Direction.AT_LEAST;
import static io.osdqualify.judge.Comparison.Direction.AT_MOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.judge.Comparison.Direction;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

  @ParameterizedTest
  @CsvSource({
    // value, low, high, limit, at least, at most
    "100, 100, 100, 100, PASS, PASS",
    "101, 100, 102, 100, PASS, MARGINAL",
    "99, 98, 100, 100, MARGINAL, PASS",
    "100, 95, 105, 100, MARGINAL, MARGINAL",
    "100, 94.9, 105.1, 100, INCONCLUSIVE, INCONCLUSIVE",
    "103, 97, 109, 100, INCONCLUSIVE, INCONCLUSIVE",
    "99, 98, 99.9, 100, FAIL, PASS",
    "120, 101, 139, 100, PASS, FAIL",
    "50, 0, 99, 100, FAIL, PASS",
  })
  void theIntervalsPlaceDecides(
      double value, double low, double high, double limit, Outcome least, Outcome most) {
    Uncertainty.Interval interval = new Uncertainty.Interval(low, high);
    assertThat(Comparison.of(AT_LEAST, value, interval, limit).outcome()).isEqualTo(least);
    assertThat(Comparison.of(AT_MOST, value, interval, limit).outcome()).isEqualTo(most);
  }

  @Test
  void theMarginIsAShareOfTheLimitAndPositiveOnTheGoodSide() {
    assertThat(margin(AT_LEAST, 6_250, 5_000)).isCloseTo(0.25, within(1e-12));
    assertThat(margin(AT_LEAST, 2_500, 5_000)).isCloseTo(-0.5, within(1e-12));
    assertThat(margin(AT_MOST, 1.5, 2)).isCloseTo(0.25, within(1e-12));
    assertThat(margin(AT_MOST, 3, 2)).isCloseTo(-0.5, within(1e-12));
  }

  @Test
  void aLimitOfZeroHasNoMargin() {
    Comparison comparison = Comparison.of(AT_MOST, 0, new Uncertainty.Interval(0, 0), 0);
    assertThat(comparison.outcome()).isEqualTo(Outcome.PASS);
    assertThat(comparison.margin()).isNull();
  }

  @Test
  void aBetterDriveOfTheSameNoiseNeverFaresWorse() {
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      double half = random.nextDouble() * 20;
      double worse = 70 + random.nextDouble() * 60;
      double better = worse + random.nextDouble() * 30;
      assertThat(outcome(better, half)).isLessThanOrEqualTo(outcome(worse, half));
    }
  }

  private static Outcome outcome(double value, double half) {
    return Comparison.of(AT_LEAST, value, new Uncertainty.Interval(value - half, value + half), 100)
        .outcome();
  }

  private static double margin(Direction direction, double value, double limit) {
    Double margin =
        Comparison.of(direction, value, new Uncertainty.Interval(value, value), limit).margin();
    return margin == null ? Double.NaN : margin;
  }
}
