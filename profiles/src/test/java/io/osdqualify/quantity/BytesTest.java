package io.osdqualify.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "512 B, 512",
    "512B, 512",
    "4k, 4096",
    "4K, 4096",
    "4Ki, 4096",
    "4 KiB, 4096",
    "1M, 1048576",
    "1 Mi, 1048576",
    "1GiB, 1073741824",
    "1.5 GiB, 1610612736",
    "0.5k, 512",
    "2 TiB, 2199023255552",
    "1 PiB, 1125899906842624",
    "8191 PiB, 9222246136947933184",
    "9223372036854775807, 9223372036854775807",
    "'  4 KiB  ', 4096",
  })
  void parsesExactly(String text, long bytes) {
    assertThat(Bytes.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "KiB", "-1", "-4 KiB", "+4", "1,5 GiB", "4..5", "1e3", "٤ KiB", "NaN"})
  void refusesWhatIsNoNumber(String text) {
    assertThatThrownBy(() -> Bytes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + text + "\" is not a size, as in \"4 KiB\"");
  }

  @Test
  void saysWhichUnitWasMeant() {
    assertThatThrownBy(() -> Bytes.parse("1 gib"))
        .hasMessageStartingWith("\"1 gib\" has an unknown unit \"gib\"; did you mean \"GiB\"?");
  }

  @Test
  void refusesMegabytesBecauseTheyAreTwoSizes() {
    assertThatThrownBy(() -> Bytes.parse("20 TB"))
        .hasMessage(
            "\"20 TB\" has an unknown unit \"TB\"; did you mean \"TiB\"?"
                + " (known: B KiB Ki K k MiB Mi M GiB Gi G TiB Ti T PiB Pi P)");
  }

  @Test
  void refusesOtherDimensions() {
    assertThatThrownBy(() -> Bytes.parse("4 ms"))
        .hasMessage("\"4 ms\" is a time, not a size, as in \"4 KiB\"");
  }

  @Test
  void refusesPartsOfAByte() {
    assertThatThrownBy(() -> Bytes.parse("0.3 B"))
        .hasMessage("\"0.3 B\" is not a whole number of bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8192 PiB", "9223372036854775808", "999999999999 TiB"})
  void refusesWhatNoLongHolds(String text) {
    assertThatThrownBy(() -> Bytes.parse(text))
        .hasMessage("\"" + text + "\" is too large: more than 9223372036854775807 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "512, 512 B",
    "4096, 4 KiB",
    "1536, 1.5 KiB",
    "1073741824, 1 GiB",
    "1000204886016, 932 GiB",
    "2000398934016, 1.82 TiB",
    "1048575, 1 MiB",
    "1023, 1 023 B",
    "-4096, -4 KiB",
  })
  void printsForPeople(double bytes, String text) {
    assertThat(Bytes.print(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "4096, 4.1 kB",
    "480103981056, 480 GB",
    "1000204886016, 1 TB",
    "1920383410176, 1.92 TB",
  })
  void labelsADriveAsItsMakerDoes(long bytes, String text) {
    assertThat(Bytes.label(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "4097, 4097 B",
    "4096, 4 KiB",
    "1610612736, 1536 MiB",
    "9223372036854775807, 9223372036854775807 B"
  })
  void printsWithoutLossAndReadsItBack(long bytes, String text) {
    assertThat(Bytes.exact(bytes)).isEqualTo(text);
    assertThat(Bytes.parse(text)).isEqualTo(bytes);
  }
}
