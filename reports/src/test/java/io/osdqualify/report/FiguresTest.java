package io.osdqualify.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.quantity.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns", "812, 812 ns", "999.6, 1 µs", "24800, 24.8 µs", "412000, 412 µs",
    "999600, 1 ms", "1730000, 1.73 ms", "1e9, 1 s", "119e9, 119 s", "372e9, 6 min 12 s",
    "120e9, 2 min", "18720e9, 5 h 12 min", "267840e9, 3.1 d", "94672800e9, 3 years"
  })
  void timesTakeTheUnitThatFits(double ns, String text) {
    assertThat(Figures.time(ns)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "812, 812 ns",
    "999.6, 1.00 µs",
    "19000, 19.0 µs",
    "9800000, 9.80 ms",
    "99960, 100 µs",
    "385000000, 385 ms",
    "372e9, 6 min 12 s"
  })
  void latenciesKeepThreeDigits(double ns, String text) {
    assertThat(Figures.latency(ns)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.009, 0.009",
    "37.14, 37.1",
    "99.97, 100",
    "549, 549",
    "19840, 19 840",
    "1234567.8, 1 234 568",
    "-1234, -1 234"
  })
  void countsAreGroupedByThousands(double value, String text) {
    assertThat(Figures.count(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B, 0 B",
    "512, 512 B, 512 B",
    "4096, 4 KiB, 4.1 kB",
    "1023, 1023 B, 1.02 kB",
    "1000204886016, 932 GiB, 1 TB",
    "1920383410176, 1.75 TiB, 1.92 TB"
  })
  void sizesAreBinaryAndLabelsDecimal(long bytes, String binary, String label) {
    assertThat(Figures.bytes(bytes)).isEqualTo(binary);
    assertThat(Figures.label(bytes)).isEqualTo(label);
  }

  @ParameterizedTest
  @CsvSource({
    "549, 5000, 9.1× below",
    "12.9, 1, 13× above",
    "6800, 5000, 36 % above",
    "4900, 5000, 2 % below",
    "5000, 5000, at the limit",
    "0, 5000, below",
    "3, 0, above",
    "20000, 5000, 4× above"
  })
  void theDistanceIsInWordsOfAnAdministrator(double value, double limit, String text) {
    assertThat(Figures.distance(value, limit)).isEqualTo(text);
  }

  @Test
  void theRestReadsWell() {
    assertThat(Figures.rate(412e6)).isEqualTo("412 MB/s");
    assertThat(Figures.percent(0.0214)).isEqualTo("2.1 %");
    assertThat(Figures.change(0.00012)).isEqualTo("+0.01 %");
    assertThat(Figures.change(-0.031)).isEqualTo("-3.10 %");
    assertThat(Figures.alternatives(List.of("proven", "declared", "likely")))
        .isEqualTo("proven, declared or likely");
    assertThat(Figures.figure(19840, Unit.PER_SECOND)).isEqualTo("19 840/s");
  }
}
