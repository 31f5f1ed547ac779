package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line's mistakes: one line each, with the way out, and the right exit code. */
class MainTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  private int run(String... words) {
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            false,
            true,
            80);
    return Main.run(List.of(words), console);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void noCommandShowsTheHelpAndIsWrongUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(out()).isEmpty();
    assertThat(err()).contains("usage: osd-qualify COMMAND");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help"})
  void helpListsTheCommandsThatExist(String word) {
    assertThat(run(word)).isZero();
    assertThat(out())
        .contains("run ", "report ", "profiles ", "engine ")
        .doesNotContain("powercut");
  }

  @Test
  void helpOfACommandShowsDefaultsEvenWhereOptionsAreMissing() {
    assertThat(run("run", "--help")).isZero();
    assertThat(out()).contains("--profile", "default minimum", "default auto");
  }

  @Test
  void versionIsOneLine() {
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("osd-qualify ").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rum | unknown command rum; did you mean \"run\"?",
        "run --scratch 64MiB --profil wal-hdd | unknown option --profil; did you mean \"--profile\"?",
        "run --scratch 64MiB | --profile is missing",
        "run --profile wal-hdd | TARGET is missing",
        "run /dev/x --scratch 64MiB --profile wal-hdd | TARGET and --scratch exclude each other",
        "run /dev/x /dev/y --profile wal-hdd | one TARGET is expected",
        "run --scratch 64MiB --profile wal-hd | did you mean \"wal-hdd\"",
        "run --scratch 64Mob --profile wal-hdd | --scratch 64Mob",
        "run --scratch 64MiB --profile wal-hdd --tier recomended | did you mean \"recommended\"?",
        "run --scratch 64MiB --profile wal-hdd --osds 0 | --osds 0",
        "run --scratch 64MiB --profile wal-hdd --osds four | --osds four: a whole number",
        "run --scratch 64MiB --profile wal-hdd --osds 4 --osds 5 | --osds is given twice",
        "run --scratch 64MiB --profile wal-hdd --engine uring | --engine uring",
        "run --scratch 64MiB --profile | --profile needs a value",
        "run --scratch 1 --profile wal-hdd --plan | 64",
        "run --scratch 64MiB --profile wal-hdd --out /nonexistent/x | /nonexistent: no such",
        "run --scratch 64MiB --profile wal-hdd --engine libao | did you mean \"libaio\"?",
        "run --scratch 64MiB --profile wal-hdd --iopoll | --iopoll goes with --engine io_uring only",
        "run --scratch 64MiB --profile wal-hdd --cpus 3-1 | --cpus 3-1: 3-1 ends before it begins",
        "run --scratch 64MiB --profile wal-hdd --cpus 1023 | --cpus 1023: this process may run on",
        "run --scratch 64MiB --profile wal-hdd --continue-on-error -1 | --continue-on-error -1",
        "engine all | usage: osd-qualify engine [--json]",
        "devices /dev/sda | usage: osd-qualify devices [--json]",
        "report | RESULT is missing",
        "report /nonexistent | no such result",
        "profiles shw wal-hdd | unknown word shw",
      })
  void mistakesAreOneLineWithTheWayOut(String line, String expected) {
    assertThat(run(line.trim().split(" +"))).as(err()).isEqualTo(2);
    assertThat(err()).contains(expected.trim()).hasLineCount(1).doesNotContain("Exception");
    assertThat(out()).isEmpty();
  }

  @Test
  void whatNoKernelCanDoIsWrongUsageBeforeAnythingIsWritten() {
    assertThat(
            run(
                "run",
                "--scratch",
                "64MiB",
                "--profile",
                "wal-hdd",
                "--engine",
                "io_uring",
                "--iopoll",
                "--plan"))
        .isEqualTo(2);
    assertThat(err()).contains("a polled io_uring can't flush", "fdatasync").hasLineCount(1);
  }

  @Test
  void aDirectoryIsNoTarget() {
    assertThat(run("run", folder.toString(), "--profile", "wal-hdd", "--plan")).isEqualTo(2);
    assertThat(err()).contains(folder.toString()).hasLineCount(1);
  }

  @Test
  void aProfileWithFiveMistakesIsFiveLinesWithTheirPlaces() throws Exception {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        schema: osd-qualify/profile/1
        name: mine
        version: one
        title: five mistakes
        inputs: {osds: 1..30}
        plan:
          - {probe: comit-write, durability: [fdatasync], block: [4 KiB], ring: 1 GiB}
          - {probe: scaling, durability: fdatasync, streams: [1, 8, osds], colour: red}
        criteria:
          - {axis: tale, metric: commit.fdatasync.streams-osds.iops, at-least: 100, why: choice}
          - {axis: tail, metric: commit.fdatasync.streams-8.latency-p99, at-most: 3 MiB, why: choice}
        """);
    assertThat(run("run", "--scratch", "64MiB", "--profile", file.toString())).isEqualTo(2);
    assertThat(err().lines())
        .hasSize(5)
        .allMatch(
            line ->
                line.matches(java.util.regex.Pattern.quote(file.toString()) + ":\\d+:\\d+: .+"));
    assertThat(err())
        .contains("mine.yaml:3:10: ")
        .contains("commit-write")
        .contains("colour")
        .contains(
            "mine.yaml:11:75: commit.fdatasync.streams-8.latency-p99 is a time, the limit is a size");
  }

  @Test
  void aPlanSaysWhatAFileWouldLoseAndWhatALinkLeadsTo() throws Exception {
    Path file = Files.writeString(folder.resolve("old.img"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    run("run", link.toString(), "--size", "64MiB", "--profile", "wal-hdd", "--plan");
    assertThat(out())
        .contains("the file holds 8 B: the run overwrites it and makes it 64 MiB")
        .contains(link + " -> " + file.toRealPath());
  }

  @Test
  void outputThatIsLostIsNoSuccess() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    PrintStream lines = new PrintStream(err, true, StandardCharsets.UTF_8);
    Console console =
        new Console(
            new PrintStream(full, true, StandardCharsets.UTF_8),
            lines,
            false,
            false,
            false,
            true,
            80);
    assertThat(Main.flushed(Main.run(List.of("profiles"), console), console)).isEqualTo(5);
    assertThat(err()).contains("standard output could not be written").hasLineCount(1);
    assertThat(Main.flushed(ExitCode.FAIL, console)).isEqualTo(1);
  }

  @Test
  void profilesAreListedAndShown() {
    assertThat(run("profiles")).isZero();
    assertThat(out()).contains("wal-hdd", "wal+db-hdd");
    assertThat(run("profiles", "show", "wal+db-hdd")).isZero();
    assertThat(out()).contains("commit.fdatasync.streams-1.iops", "at least 5000 | 10000");
  }

  @Test
  void aPlanSaysWhatWillBeWrittenAndWritesNothing() throws Exception {
    Path target = folder.resolve("drive.img");
    assertThat(
            run(
                "run",
                target.toString(),
                "--size",
                "64MiB",
                "--profile",
                "wal+db-hdd",
                "--osds",
                "4",
                "--plan"))
        .as(err())
        .isZero();
    assertThat(out())
        .contains("commit.fdatasync.streams-1", "commit.fdatasync.streams-16", "Total:");
    assertThat(target).doesNotExist();
  }
}
