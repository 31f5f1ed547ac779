package io.osdqualify.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestTest {

  private static final List<String> PROFILES = List.of("wal-hdd", "wal+db-hdd", "db-flash");

  @Test
  void findsALetterAddedLeftOutReplacedOrSwapped() {
    assertThat(Suggest.closest("wal-hdds", PROFILES)).contains("wal-hdd");
    assertThat(Suggest.closest("wal-hd", PROFILES)).contains("wal-hdd");
    assertThat(Suggest.closest("wal_hdd", PROFILES)).contains("wal-hdd");
    assertThat(Suggest.closest("wla-hdd", PROFILES)).contains("wal-hdd");
    assertThat(Suggest.closest("waldb-hdd", PROFILES)).contains("wal+db-hdd");
  }

  @Test
  void staysSilentWhereNothingIsNear() {
    assertThat(Suggest.closest("bcache", PROFILES)).isEmpty();
    assertThat(Suggest.closest("", PROFILES)).isEmpty();
    assertThat(Suggest.closest("x", List.of("y"))).isEmpty();
    assertThat(Suggest.closest("x".repeat(100_000), PROFILES)).isEmpty();
    assertThat(Suggest.question("bcache", PROFILES)).isEmpty();
  }

  @Test
  void asksAQuestion() {
    assertThat(Suggest.question("wal-hd", PROFILES)).isEqualTo("; did you mean \"wal-hdd\"?");
  }

  @Test
  void caseDecidesOnlyBetweenEquallyNearOnes() {
    assertThat(Suggest.closest("gib", List.of("Gib/s", "GiB"))).contains("GiB");
    assertThat(Suggest.closest("WAL-HDD", PROFILES)).contains("wal-hdd");
  }

  @Test
  void countsASwapAsOneChange() {
    assertThat(Suggest.distance("ab", "ba")).isEqualTo(1);
    assertThat(Suggest.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Suggest.distance("", "abc")).isEqualTo(3);
  }
}
