package io.osdqualify.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioTest {

  @ParameterizedTest
  @CsvSource({
    "549, 5000, 9.1× below",
    "12.9, 1, 13× above",
    "9.96, 1, 10× above",
    "6800, 5000, 36 % above",
    "4900, 5000, 2 % below",
    "3865, 4000, 3.4 % below",
    "9999, 5000, 100 % above",
    "10000, 5000, 2× above",
    "5000, 5000, at the limit",
    "0, 5000, below",
    "3, 0, above",
    "20000, 5000, 4× above",
    "6000000, 5, 1 200 000× above"
  })
  void theDistanceIsInWordsOfAnAdministrator(double value, double limit, String text) {
    assertThat(Ratio.distance(value, limit)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.0214, 2.1 %",
    "0.00458, 0.46 %",
    "0.133, 13 %",
    "0.5, 50 %",
    "1, 100 %",
    "1.234, 123 %"
  })
  void aShareHasTwoDigits(double share, String text) {
    assertThat(Ratio.percent(share)).isEqualTo(text);
  }

  @Test
  void aDifferenceHasItsSign() {
    assertThat(Ratio.change(0.00012)).isEqualTo("+0.01 %");
    assertThat(Ratio.change(-0.031)).isEqualTo("-3.10 %");
    assertThat(Ratio.change(0)).isEqualTo("0.00 %");
  }
}
