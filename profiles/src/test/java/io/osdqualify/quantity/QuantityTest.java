package io.osdqualify.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "40 MB/s, BYTES_PER_SECOND, 40000000",
    "1.5 GB/s, BYTES_PER_SECOND, 1500000000",
    "1 MiB/s, BYTES_PER_SECOND, 1048576",
    "500 /s, PER_SECOND, 500",
    "500/s, PER_SECOND, 500",
    "500, PER_SECOND, 500",
    "2 %, NONE, 0.02",
    "0.25, NONE, 0.25",
    "4 KiB, BYTES, 4096",
    "2 ms, NANOSECONDS, 2000000",
  })
  void parsesWhatIsExpected(String text, Unit unit, double value) {
    assertThat(Quantity.parse(text, unit)).isEqualTo(new Quantity(value, unit));
  }

  @Test
  void asksForTheUnitOfTimesAndBandwidths() {
    assertThatThrownBy(() -> Quantity.parse("40", Unit.BYTES_PER_SECOND))
        .hasMessage("\"40\" needs a unit, as in \"40 MB/s\"");
    assertThatThrownBy(() -> Quantity.parse("2", Unit.NANOSECONDS))
        .hasMessage("\"2\" needs a unit, as in \"2 ms\"");
  }

  @Test
  void refusesASizeWhereABandwidthIsExpected() {
    assertThatThrownBy(() -> Quantity.parse("40 MiB", Unit.BYTES_PER_SECOND))
        .hasMessage("\"40 MiB\" is a size, not a bandwidth, as in \"40 MB/s\"");
  }

  @ParameterizedTest
  @CsvSource({
    "5000, PER_SECOND, 5 000/s",
    "12345.6, PER_SECOND, 12 346/s",
    "1234567, PER_SECOND, 1 234 567/s",
    "40000000, BYTES_PER_SECOND, 40 MB/s",
    "1250000000, BYTES_PER_SECOND, 1.25 GB/s",
    "0.256, NONE, 0.256",
    "0.0012345, NONE, 0.00123",
    "999, NONE, 999",
    "1231, NONE, 1 231",
    "999.6, NONE, 1 000",
    "15, NONE, 15",
    "-0.5, NONE, -0.5",
    "-12345, NONE, -12 345",
    "2000000, NANOSECONDS, 2 ms",
    "4096, BYTES, 4 KiB",
  })
  void printsForPeople(double value, Unit unit, String text) {
    assertThat(Quantity.print(value, unit)).isEqualTo(text);
    assertThat(new Quantity(value, unit).print()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "de-DE", "ar-EG", "hi-IN"})
  void readsAndPrintsTheSameInEveryLocale(String tag) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(Bytes.print(Bytes.parse("1.5 MiB"))).isEqualTo("1.5 MiB");
      assertThat(Bytes.parse("1MiB")).isEqualTo(1 << 20);
      assertThat(Durations.print(Durations.parse("1.73 min"))).isEqualTo("1 min 44 s");
      assertThat(Durations.print(1_730_000)).isEqualTo("1.73 ms");
      assertThat(Quantity.parse("12345 /s", Unit.PER_SECOND).print()).isEqualTo("12 345/s");
      assertThat(Suggest.closest("MINIMUM", List.of("minimum"))).contains("minimum");
      assertThatThrownBy(() -> Bytes.parse("1 mib")).hasMessageContaining("did you mean \"MiB\"?");
    } finally {
      Locale.setDefault(before);
    }
  }
}
