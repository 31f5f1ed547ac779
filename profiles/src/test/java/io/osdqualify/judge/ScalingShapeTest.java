package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScalingShapeTest {

  @Test
  void theS4510IsLinearThoughEightStreamsWereNotMeasured() {
    assertThat(shape(Map.of(1, 1_600.0, 15, 48_409.0))).isEqualTo("linear");
  }

  @Test
  void theLb206sAndThePm961GetSlower() {
    assertThat(shape(Map.of(1, 5_028.0, 2, 2_651.0, 6, 1_088.0))).isEqualTo("inverse");
    assertThat(shape(Map.of(1, 1_480.0, 2, 818.0, 3, 1_092.0, 4, 525.0, 5, 569.0)))
        .isEqualTo("inverse");
  }

  @Test
  void linearBeginsAtFiveTimesAndSixTenthsAtEight() {
    assertThat(shape(Map.of(1, 1_000.0, 8, 5_600.0))).isEqualTo("linear");
    assertThat(shape(Map.of(1, 1_000.0, 8, 5_599.0))).isEqualTo("asymptotic");
  }

  @Test
  void flatEndsAtAQuarterMore() {
    assertThat(shape(Map.of(1, 1_000.0, 8, 1_249.0))).isEqualTo("flat");
    assertThat(shape(Map.of(1, 1_000.0, 8, 1_250.0))).isEqualTo("asymptotic");
  }

  @Test
  void inverseComesFirstAndBeginsBelowNineTenthsOfThePeak() {
    assertThat(shape(Map.of(1, 1_000.0, 8, 8_000.0, 16, 7_199.0))).isEqualTo("inverse");
    assertThat(shape(Map.of(1, 1_000.0, 8, 8_000.0, 16, 7_200.0))).isEqualTo("linear");
  }

  @Test
  void theNearestNumberStandsInForEightAndOfTwoTheLarger() {
    assertThat(shape(Map.of(1, 1_000.0, 4, 2_900.0, 16, 11_000.0))).isEqualTo("asymptotic");
    assertThat(shape(Map.of(1, 1_000.0, 4, 2_000.0, 16, 11_200.0))).isEqualTo("linear");
    assertThat(shape(Map.of(1, 1_000.0, 6, 4_200.0, 16, 4_300.0))).isEqualTo("linear");
  }

  @Test
  void twoStreamsCanShowLossButNotLinearity() {
    assertThat(shape(Map.of(1, 1_000.0, 2, 500.0))).isEqualTo("inverse");
    assertThat(shape(Map.of(1, 1_000.0, 2, 2_000.0))).isEqualTo("none");
  }

  @Test
  void withoutOneStreamThereIsNoShape() {
    assertThat(shape(Map.of(4, 1_000.0, 8, 2_000.0))).isEqualTo("none");
    assertThat(shape(Map.of(1, 1_000.0))).isEqualTo("none");
  }

  private static String shape(Map<Integer, Double> rates) {
    return ScalingShape.of(new TreeMap<>(rates)).map(ScalingShape::key).orElse("none");
  }
}
