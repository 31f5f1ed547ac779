package io.osdqualify.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden files; {@code -Dgolden.write=true} writes them anew: look at each before it is kept. */
class TerminalReportTest {

  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final List<String> LOCALES = List.of("und", "de-DE", "tr-TR");

  private final Locale before = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(before);
  }

  static Stream<Arguments> reports() {
    Style plain = Style.PLAIN;
    return Stream.of(
        Arguments.of("minimal", Samples.minimal(), plain),
        Arguments.of("data-centre-drive", Samples.dataCentreDrive(), plain),
        Arguments.of("consumer-drive", Samples.consumerDrive(), plain),
        Arguments.of("consumer-drive-ascii", Samples.consumerDrive(), new Style(false, true)),
        Arguments.of("consumer-drive-colour", Samples.consumerDrive(), new Style(true, false)),
        Arguments.of("quick-loop", Samples.quickLoop(), plain),
        Arguments.of("quick-consumer-drive", Samples.quickConsumerDrive(), plain),
        Arguments.of("failing-drive", Samples.failingDrive(), plain),
        Arguments.of("interrupted", Samples.interrupted(), plain),
        Arguments.of("open-loop", Samples.openLoop(), plain));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reports")
  void looksAsItDidInEveryLocale(String name, Qualification sample, Style style)
      throws IOException {
    Path golden = GOLDEN.resolve(name + ".txt");
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(golden, print(sample, style));
    }
    for (String locale : LOCALES) {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(print(sample, style)).as(locale).isEqualTo(Files.readString(golden));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reports")
  void theFirstScreenFitsATerminal(String name, Qualification sample, Style style)
      throws IOException {
    String report = print(sample, new Style(false, style.ascii()));
    List<String> lines = report.lines().toList();
    List<String> first =
        lines.stream()
            .takeWhile(line -> line.startsWith(" ") || line.isEmpty() || line.matches("[+|╔║╚].*"))
            .toList();
    assertThat(first.size()).isBetween(8, 25);
    assertThat(first).allMatch(line -> line.length() <= 80);
    assertThat(lines).allMatch(line -> line.length() <= 108);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reports")
  void theReasonIsShownWhole(String name, Qualification sample, Style style) throws IOException {
    assertThat(print(sample, Style.PLAIN).lines().limit(10)).noneMatch(line -> line.endsWith("…"));
  }

  @Test
  void noStampIsSaidTwice() throws IOException {
    assertThat(print(Samples.quickLoop(), Style.PLAIN))
        .containsOnlyOnce("Not a drive: a loop device")
        .containsOnlyOnce("Shortened: --quick (short phases, no preconditioning)");
  }

  @Test
  void aMappedPageCacheIsStamped() throws Exception {
    Qualification sample = Samples.openLoop();
    String json = new String(ResultJson.bytes(sample), UTF_8);
    String mapped =
        json.replaceFirst(
            "\"backendUsed\" *: *\\[[^]]*]",
            "\"backendUsed\": [\"page-cache\", \"ntstore\", \"msync\"]");
    assertThat(mapped).isNotEqualTo(json);
    assertThat(print(ResultJson.parse("mapped", mapped.getBytes(UTF_8)), Style.PLAIN))
        .contains("Not persistent memory: the pmem engine wrote to the page cache");
    assertThat(print(sample, Style.PLAIN)).doesNotContain("persistent memory");
  }

  @Test
  void whatIsMissingInManyPhasesIsOneEntryAfterWhatACriterionNeeded() throws IOException {
    String report = print(Samples.quickConsumerDrive(), Style.PLAIN);
    String missing = report.substring(report.indexOf("Missing"), report.indexOf("Disturbances"));
    assertThat(missing)
        .containsSubsequence(
            "commit.fdatasync.streams-4.latency-p99.9",
            "too few samples: 3 of 3 720 lie beyond it, 10 must",
            "latency-p99.99",
            "too few samples in 3 phases",
            "commit.fdatasync.streams-1, commit.dsync.streams-1")
        .doesNotContain("precondition");
    assertThat(report).contains("994 MB/s").doesNotContain("precondition.latency");
  }

  @Test
  void asciiIsAscii() throws IOException {
    for (Arguments report : (Iterable<Arguments>) reports()::iterator) {
      assertThat(print((Qualification) report.get()[1], new Style(false, true)))
          .matches("[\\x20-\\x7e\\n]*")
          .doesNotContain("?");
    }
  }

  @Test
  void whatTheFileSaysStaysText() throws IOException {
    String json =
        new String(ResultJson.bytes(Samples.consumerDrive()), UTF_8)
            .replace("Samsung SSD 980 1TB", "Evil \\u001b[2J\\u009b1m\\u202e\\nDrive");
    Qualification evil = ResultJson.parse("evil", json.getBytes(UTF_8));
    assertThat(print(evil, Style.PLAIN))
        .startsWith("╔════════╗  Evil ?[2J?1m??Drive\n")
        .doesNotContain("\u001b", "\u009b", "\u202e");
  }

  @Test
  void theJsonReportIsTheResult() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Format.JSON.printer(Style.PLAIN).print(Samples.consumerDrive(), out);
    assertThat(out.toByteArray()).isEqualTo(ResultJson.bytes(Samples.consumerDrive()));
  }

  @Test
  void aFormatIsFoundByItsWord() {
    assertThat(Format.of("terminal")).contains(Format.TERMINAL);
    assertThat(Format.of("json")).contains(Format.JSON);
    assertThat(Format.of("JSON")).isEmpty();
  }

  private static String print(Qualification sample, Style style) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Format.TERMINAL.printer(style).print(sample, out);
    return out.toString(UTF_8);
  }
}
