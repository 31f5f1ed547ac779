package io.osdqualify.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.quantity.Unit;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResultJsonTest {

  @TempDir Path folder;

  static Stream<Qualification> samples() {
    return Stream.of(
        Samples.minimal(),
        Samples.dataCentreDrive(),
        Samples.consumerDrive(),
        Samples.quickLoop(),
        Samples.failingDrive(),
        Samples.interrupted(),
        Samples.openLoop());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aResultThatWasReadIsWrittenWithTheSameBytes(Qualification sample) throws IOException {
    Path file = folder.resolve("result.json");
    ResultJson.write(file, sample);
    byte[] written = Files.readAllBytes(file);
    assertThat(ResultJson.bytes(ResultJson.read(file))).isEqualTo(written);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everythingButTheHistogramsComesBackEqual(Qualification sample) throws IOException {
    Qualification back = ResultJson.parse("sample", ResultJson.bytes(sample));
    assertThat(back.measurements()).isEqualTo(sample.measurements());
    assertThat(back.verdict()).isEqualTo(sample.verdict());
    assertThat(back.target()).isEqualTo(sample.target());
    assertThat(back.profile()).isEqualTo(sample.profile());
    for (int i = 0; i < sample.phases().size(); i++) {
      Phase before = sample.phases().get(i);
      Phase after = back.phases().get(i);
      assertThat(after.series()).isEqualTo(before.series());
      assertThat(after.stalls()).isEqualTo(before.stalls());
      before
          .latency()
          .forEach(
              (kind, histogram) -> {
                LatencyHistogram same = requireNonNull(after.latency().get(kind));
                assertThat(same.summary()).isEqualTo(histogram.summary());
                assertThat(same.counts()).isEqualTo(histogram.counts());
              });
    }
  }

  @Test
  void aHealthFactOfANewerProgramIsPassedOver() throws IOException {
    String json = new String(ResultJson.bytes(Samples.failingDrive()), UTF_8);
    assertThat(json).contains("\"used_percent\": 12");
    Qualification back =
        ResultJson.parse(
            "s", json.replace("\"used_percent\": 12", "\"moons\": 12").getBytes(UTF_8));
    assertThat(requireNonNull(back.target().health()).facts())
        .containsOnly(Map.entry(DriveFact.WRITTEN, 9_000_000_000_000_000L));
  }

  @Test
  void theDrivesWordOnItsCacheFillsInForTheKernel() {
    TargetFacts target = Samples.quickLoop().target();
    assertThat(target.deviceCache()).isEqualTo(DeviceCache.UNKNOWN);
    DriveHealth told = requireNonNull(Samples.failingDrive().target().health());
    assertThat(target.with(told).deviceCache()).isEqualTo(DeviceCache.ENABLED);
    assertThat(target.with(told).with(DriveHealth.UNKNOWN).deviceCache())
        .isEqualTo(DeviceCache.ENABLED);
  }

  @Test
  void axesAndKindsKeepTheirOrder() throws IOException {
    Qualification back = ResultJson.parse("s", ResultJson.bytes(Samples.consumerDrive()));
    assertThat(verdictOf(back).axes().keySet())
        .containsExactly(
            "commit",
            "tail",
            "scaling",
            "mixed load",
            "steady state",
            "capacity",
            "power-loss protection",
            "integrity");
    assertThat(back.phases().get(1).latency().keySet())
        .containsExactly(LatencyKind.COMMIT, LatencyKind.WRITE, LatencyKind.FLUSH);
  }

  @Test
  void theLocaleOfTheHostChangesNothing() {
    Locale before = Locale.getDefault();
    byte[] root = ResultJson.bytes(Samples.consumerDrive());
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      assertThat(ResultJson.bytes(Samples.consumerDrive())).isEqualTo(root);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void numbersHaveNoExponentAndWholeOnesNoFraction() {
    assertThat(text(withFact(9.60197124096e11))).contains("\"value\": 960197124096,");
    assertThat(text(withFact(1.5e-7))).contains("\"value\": 0.00000015,");
    assertThat(text(withFact(-0.25))).contains("\"value\": -0.25,");
    assertThat(text(withFact(0))).contains("\"value\": 0,");
  }

  @Test
  void anIntervalWithoutAnEndIsAFaultOfOurs() {
    Measurement endless =
        new Measurement(
            "commit.none.streams-1.iops",
            new Value.Figure(1),
            Unit.PER_SECOND,
            1,
            0.0,
            Double.POSITIVE_INFINITY);
    assertThatThrownBy(() -> ResultJson.bytes(with(List.of(endless), List.of())))
        .hasStackTraceContaining("finite numbers only");
  }

  @Test
  void aSecondOfASeriesIsOneLine() {
    assertThat(text(Samples.consumerDrive()).lines())
        .anyMatch(
            line ->
                line.strip()
                    .matches(
                        "\\{\"end_s\": 1, \"length_s\": 1, \"operations\": .*\"max_ns\".*}.?"));
  }

  @Test
  void aDayOfSecondsStaysSmall() throws IOException {
    Phase one = Samples.consumerDrive().phases().get(1);
    List<SeriesPoint> day =
        Collections.nCopies(86_400, requireNonNull(one.series().get(LatencyKind.COMMIT)).get(0));
    Phase daylong = withSeries(one, day);
    byte[] json = ResultJson.bytes(with(List.of(), List.of(daylong)));
    assertThat(json.length).isLessThan(12 << 20);
    assertThat(ResultJson.parse("day", json).phases().get(0).series().get(LatencyKind.COMMIT))
        .hasSize(86_400);
  }

  @Test
  void whatIsMissingIsAbsentAndTimesAreUtc() {
    String json = text(Samples.minimal());
    assertThat(json)
        .doesNotContain("null")
        .doesNotContain("finishedAt")
        .contains("\"startedAt\": \"2026-03-14T09:26:53Z\"")
        .endsWith("}\n");
  }

  @Test
  void groupsVerificationAndCeilingsComeBackEqual() throws IOException {
    Qualification sample = Samples.openLoop();
    Qualification back = ResultJson.parse("sample", ResultJson.bytes(sample));
    assertThat(back.engine()).isEqualTo(sample.engine());
    Phase phase = back.phases().get(0);
    Phase original = sample.phases().get(0);
    assertThat(phase.workload()).isEqualTo(original.workload());
    assertThat(phase.verification()).isEqualTo(original.verification());
    assertThat(phase.unserved()).isEqualTo(17);
    assertThat(phase.toolLimited()).isTrue();
    assertThat(phase.groups()).extracting(GroupResult::name).containsExactly("wal", "compaction");
    for (int i = 0; i < 2; i++) {
      GroupResult group = phase.groups().get(i);
      GroupResult before = original.groups().get(i);
      assertThat(group.series()).isEqualTo(before.series());
      assertThat(group.latency().keySet()).isEqualTo(before.latency().keySet());
      group
          .latency()
          .forEach(
              (kind, histogram) ->
                  assertThat(histogram.encode())
                      .isEqualTo(requireNonNull(before.latency().get(kind)).encode()));
    }
  }

  @Test
  void aGroupsSeedsStandOnOneLineAndItsSecondsToo() {
    assertThat(text(Samples.openLoop()).lines())
        .anyMatch(
            line ->
                line.matches(" +\\{\"name\": \"wal\", \"streams\": 2, .*\"seeds\": \\[7, 8]},?"))
        .noneMatch(line -> line.matches(" +\"seeds\".*"));
  }

  @Test
  void aResultOfAnOlderProgramHasNoneOfTheNewKeys() throws IOException {
    String json = text(Samples.quickConsumerDrive()).replaceAll(", \"errors\": 0", "");
    assertThat(json)
        .doesNotContain("\"groups\"", "\"streamGroups\"", "\"verify\"", "\"toolLimited\"")
        .doesNotContain("\"engine\":", "\"unserved\"", "\"backendUsed\"");
    Phase phase = ResultJson.parse("older", json.getBytes(UTF_8)).phases().get(0);
    assertThat(phase.toolLimited()).isFalse();
    assertThat(phase.groups()).isEmpty();
    assertThat(phase.verification()).isNull();
    assertThat(phase.streams()).allMatch(stream -> stream.errors() == null);
    assertThat(phase.workload().slots()).isEqualTo(1);
  }

  @Test
  void keysOfANewerProgramArePassedOver() throws IOException {
    String json =
        text(Samples.consumerDrive())
            .replaceFirst("\"complete\":", "\"moon\": {\"phase\": [1, null]},\n\"complete\":")
            .replace("\"write\": {\"count\"", "\"verify\": {\"count\"");
    Qualification read = ResultJson.parse("newer", json.getBytes(UTF_8));
    assertThat(read.complete()).isTrue();
    assertThat(read.phases().get(1).latency())
        .containsOnlyKeys(LatencyKind.COMMIT, LatencyKind.FLUSH);
  }

  @Test
  void aFolderOfARunStandsForItsResult() throws IOException {
    ResultJson.write(folder.resolve("result.json"), Samples.minimal());
    assertThat(ResultJson.read(folder).id()).isEqualTo(Samples.minimal().id());
  }

  @Test
  void writingReplacesTheFileAndLeavesNothingElse() throws IOException {
    Path file = folder.resolve("result.json");
    ResultJson.write(file, Samples.minimal());
    ResultJson.write(file, Samples.interrupted());
    assertThat(ResultJson.read(file).id()).isEqualTo(Samples.interrupted().id());
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFailedWriteLeavesTheOldFile() throws IOException {
    Path file = folder.resolve("result.json");
    Files.createDirectories(file.resolve("in the way"));
    assertThatThrownBy(() -> ResultJson.write(file, Samples.minimal()))
        .isInstanceOf(IOException.class);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "|x.json: the file is empty",
        "fio-3.33 starting|x.json:1:1: not JSON: Unrecognized token 'fio': was expecting",
        "[]|x.json: not a result of osd-qualify: it names no schema",
        "{\"fio version\": \"fio-3.33\", \"jobs\": [{}]}|x.json: not a result of osd-qualify",
        "{\"schema\": 1}|x.json: not a result of osd-qualify: it names no schema",
        "{\"schema\": \"osd-qualify/result/2\"}|x.json: schema \"osd-qualify/result/2\" is unknown;"
            + " this program reads \"osd-qualify/result/1\"",
        "{\"schema\": \"osd-qualify/result/1\"}|x.json:1:34: id: is missing",
        "{\"schema\": \"osd-qualify/result/1\", \"id\": {}}|x.json:1:42: id: ",
        "{\"schema\": \"osd-qualify/result/1\", \"id\": null}|x.json:1:42: id: ",
        "{\"schema\": \"osd-qualify/result/1\", \"shortened\": [null]}|x.json:1:50: shortened[0]: ",
        "{\"schema\": \"osd-qualify/result/1\", \"complete\": \"yes\"}|x.json:1:48: complete: Cannot coerce String value (\"yes\") to `boolean` value",
        "{\"schema\": \"osd-qualify/result/1\", \"id\": \"a\", \"id\": \"b\"}|x.json:1:51: not JSON:"
            + " Duplicate",
      })
  void aForeignFileIsRefusedWithOneLine(String json, String message) {
    assertThatThrownBy(
            () -> ResultJson.parse("x.json", json == null ? new byte[0] : json.getBytes(UTF_8)))
        .isInstanceOf(ResultException.class)
        .message()
        .startsWith(message)
        .doesNotContain("\n", "io.osdqualify", "tools.jackson");
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] json = ResultJson.bytes(Samples.interrupted());
    for (int length = 1; length < json.length - 2; length += 997) {
      byte[] part = Arrays.copyOf(json, length);
      assertThatThrownBy(() -> ResultJson.parse("part.json", part))
          .isInstanceOf(ResultException.class)
          .message()
          .matches("part.json:\\d+:\\d+: .*")
          .doesNotContain("\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"operations\": 495170|\"operations\": 4951.5|phases[1].operations",
        "\"unit\": \"1/s\"|\"unit\": \"parsec\"|measurements[0].unit: ",
        "\"count\": 495170|\"count\": 495171|counts 495171 samples, its histogram 495170",
        "\"commit\": \"HISTF|\"commit\": \"HISTX|not a HdrHistogram V2 text",
        "\"overall\": \"INCONCLUSIVE\"|\"overall\": \"GREAT\"|verdict.overall: ",
        "\"value\": 81300|\"value\": {}|a value is a number, a word or a list of words",
        "\"startedAt\": \"2026-03-14T|\"startedAt\": \"yesterday|startedAt: ",
      })
  void aDamagedValueIsNamedWithItsPlace(String good, String bad, String message) {
    String json = text(Samples.interrupted());
    assertThat(json).contains(good);
    assertThatThrownBy(() -> ResultJson.parse("bad.json", json.replace(good, bad).getBytes(UTF_8)))
        .isInstanceOf(ResultException.class)
        .message()
        .matches("bad.json:\\d+:\\d+: .*")
        .contains(message)
        .doesNotContain("\n", "io.osdqualify");
  }

  @Test
  void controlCharactersOfAFileReachNoTerminal() {
    byte[] json = "{\"schema\": \"\\u001b[2Jx\\n\"}".getBytes(UTF_8);
    assertThatThrownBy(() -> ResultJson.parse("x", json)).hasMessageContaining("\"?[2Jx\"");
  }

  @Test
  void aMissingFileAndAHugeOneAreRefused() throws IOException {
    Path huge = folder.resolve("huge.json");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(ResultJson.MAX_BYTES + 1);
    }
    assertThatThrownBy(() -> ResultJson.read(huge))
        .isInstanceOf(ResultException.class)
        .hasMessage(huge + ": 268435457 bytes; a result has at most 268435456");
    assertThatThrownBy(() -> ResultJson.read(folder.resolve("none.json")))
        .isInstanceOf(ResultException.class)
        .hasMessage(folder.resolve("none.json") + ": no such file");
    assertThatThrownBy(() -> ResultJson.read(Path.of("/dev/null")))
        .isInstanceOf(ResultException.class)
        .hasMessage("/dev/null: not a file");
  }

  private static String text(Qualification qualification) {
    return new String(ResultJson.bytes(qualification), UTF_8);
  }

  private static Verdict verdictOf(Qualification qualification) {
    return requireNonNull(qualification.verdict());
  }

  private static Qualification withFact(double value) {
    return with(List.of(Measurement.fact("target.capacity", value, Unit.BYTES)), List.of());
  }

  private static Qualification with(List<Measurement> measurements, List<Phase> phases) {
    Qualification base = Samples.minimal();
    return new Qualification(
        base.schema(),
        base.id(),
        base.tool(),
        base.startedAt(),
        base.finishedAt(),
        base.complete(),
        base.shortened(),
        base.target(),
        base.host(),
        base.engine(),
        base.cluster(),
        base.profile(),
        base.plan(),
        phases,
        measurements,
        base.missing(),
        base.disturbances(),
        base.verdict());
  }

  private static Phase withSeries(Phase phase, List<SeriesPoint> points) {
    return new Phase(
        phase.probe(),
        phase.name(),
        phase.workload(),
        phase.startedAt(),
        phase.rampSeconds(),
        phase.durationSeconds(),
        phase.endedBecause(),
        phase.operations(),
        phase.bytes(),
        phase.errors(),
        phase.latency(),
        Map.of(LatencyKind.COMMIT, points),
        phase.stalls(),
        phase.cpu(),
        phase.streams(),
        phase.disk(),
        phase.unserved(),
        phase.groups(),
        phase.verification(),
        phase.toolLimited());
  }
}
