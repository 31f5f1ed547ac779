package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyWindowTest {

  private static List<Double> values(String text) {
    return Arrays.stream(text.split(" ")).map(Double::parseDouble).toList();
  }

  /** The windows of the definition, and equality on paper. */
  @ParameterizedTest
  @CsvSource({
    "100 100 100 100 100, true, 0, 0",
    "95 95 95 95 115, false, 20, 16",
    "110 100 90 100 110, true, 20, 0",
    "90 95 100 105 110, false, 20, 20",
    "95 97.5 100 102.5 105, true, 10, 10",
    "105 102.5 100 97.5 95, true, 10, 10",
    "90 100 110 100 100, true, 20, 8",
    "0 0 0 0 0, false, 0, 0",
  })
  void bothExcursionsDecide(String window, boolean steady, double range, double excursion) {
    SteadyWindow found = SteadyWindow.of(values(window));
    assertThat(found.isSteady()).isEqualTo(steady);
    assertThat(found.range()).isCloseTo(range, within(1e-9));
    assertThat(found.slopeExcursion()).isCloseTo(excursion, within(1e-9));
  }

  @Test
  void theLineIsThatOfTheLeastSquares() {
    SteadyWindow window = SteadyWindow.of(values("1 3 2 5 4"));
    assertThat(window.average()).isEqualTo(3, within(1e-12));
    assertThat(window.slope()).isEqualTo(0.8, within(1e-12));
    assertThat(window.intercept()).isEqualTo(1.4, within(1e-12));
    assertThat(window.rangeAllowed()).isEqualTo(0.6, within(1e-12));
    assertThat(window.slopeAllowed()).isEqualTo(0.3, within(1e-12));
  }

  /** Whether a drive does 100 or 1e9 a second, on the limit is within it. */
  @Test
  void equalityHoldsAtEveryScale() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      double scale = Math.exp(random.nextDouble() * 40 - 10);
      List<Double> edge = Stream.of(90.0, 100.0, 110.0, 100.0, 100.0).map(v -> v * scale).toList();
      assertThat(SteadyWindow.of(edge).isSteady()).as("scale %s", scale).isTrue();
    }
  }

  @Test
  void fourValuesAreNoWindow() {
    assertThatThrownBy(() -> SteadyWindow.of(values("1 2 3 4")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
