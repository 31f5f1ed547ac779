package io.osdqualify.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "5 s, 5000000000",
    "300 ms, 300000000",
    "0.5 ms, 500000",
    "2 us, 2000",
    "2 µs, 2000",
    "2 μs, 2000",
    "7ns, 7",
    "60 s, 60000000000",
    "5 m, 300000000000",
    "5 min, 300000000000",
    "2 h, 7200000000000",
    "1 d, 86400000000000",
    "3 y, 94608000000000000",
    "0, 0",
  })
  void parsesExactly(String text, long nanos) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(nanos));
  }

  @Test
  void asksForAUnit() {
    assertThatThrownBy(() -> Durations.parse("5")).hasMessage("\"5\" needs a unit, as in \"5 s\"");
  }

  @Test
  void saysWhichUnitWasMeant() {
    assertThatThrownBy(() -> Durations.parse("5 sec"))
        .hasMessageStartingWith("\"5 sec\" has an unknown unit \"sec\"")
        .hasMessageEndingWith("(known: ns us µs μs ms s min m h d y)");
  }

  @Test
  void refusesPartsOfANanosecondAndOverflow() {
    assertThatThrownBy(() -> Durations.parse("0.5 ns"))
        .hasMessage("\"0.5 ns\" is not a whole number of nanoseconds");
    assertThatThrownBy(() -> Durations.parse("300 y"))
        .hasMessage("\"300 y\" is too large: more than 9223372036854775807 nanoseconds");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "950, 950 ns",
    "412345, 412 µs",
    "1730000, 1.73 ms",
    "2000000, 2 ms",
    "12340, 12.3 µs",
    "999600, 1 ms",
    "999499, 999 µs",
    "1500000000, 1.5 s",
    "59400000000, 59.4 s",
    "59960000000, 1 min",
    "123000000000, 2 min 3 s",
    "18720000000000, 5 h 12 min",
    "94608000000000000, 3 y",
    "0.5, 0.5 ns",
  })
  void printsLatenciesWithThreeDigits(double nanos, String text) {
    assertThat(Durations.print(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "812, 812 ns",
    "999.6, 1.00 µs",
    "19000, 19.0 µs",
    "9800000, 9.80 ms",
    "99960, 100 µs",
    "385000000, 385 ms",
    "372e9, 6 min 12 s",
  })
  void latenciesOfAColumnKeepThreeDigits(double nanos, String text) {
    assertThat(Durations.aligned(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.3S, 300 ms",
    "PT5S, 5 s",
    "PT60S, 1 min",
    "PT90S, 1 min 30 s",
    "PT2H5M30S, 2 h 5 min",
    "P2DT1H, 2 d 1 h",
    "P1095D, 3 y",
    "P400D, 1 y 35 d",
  })
  void printsDurationsInTwoUnits(Duration duration, String text) {
    assertThat(Durations.print(duration)).isEqualTo(text);
  }
}
