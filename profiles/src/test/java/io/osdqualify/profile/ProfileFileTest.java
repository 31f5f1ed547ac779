package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a file before its keys are looked at. */
@Timeout(10)
class ProfileFileTest {

  private static final String HEAD =
      "schema: osd-qualify/profile/1\nname: site\nversion: 1\ntitle: site\n";
  private static final String BODY =
      """
      plan:
        - {probe: commit-write}
      criteria:
        - {axis: commit, metric: commit.fdatasync.streams-1.iops, at-least: 1, why: choice}
      """;

  @TempDir Path folder;

  @Test
  void refusesAFileThatIsNotThere() {
    Path file = folder.resolve("none.yaml");
    refused(file, file + ": can't be read: no such file");
  }

  @Test
  void refusesAFolder() {
    refused(folder, folder + ": can't be read: is a directory; a profile is a file");
  }

  @Test
  void refusesMoreThanAMebibyte() throws IOException {
    Path file = write("# " + "x".repeat(1 << 20) + "\n");
    refused(file, file + ": is larger than 1 MiB: this is no profile");
    refused(Path.of("/dev/zero"), "/dev/zero: is larger than 1 MiB: this is no profile");
  }

  @Test
  void refusesBytesThatAreNotUtf8AndSaysWhere() throws IOException {
    Path file = folder.resolve("latin1.yaml");
    Files.write(file, (HEAD + "# sch\u00f6n\n").getBytes(StandardCharsets.ISO_8859_1));
    refused(file, file + ":5:6: not UTF-8");
  }

  @Test
  void refusesACharacterThatYamlDoesNotKnow() throws IOException {
    Path file = write(HEAD + "plan: a\u0000b\n");
    refused(file, file + ":5:8: YAML: a character that may not stand here: U+0000");
  }

  @Test
  void refusesTextsThatUnfold() throws IOException {
    StringBuilder bomb = new StringBuilder(HEAD + "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i))
          .append("*a%d, ".formatted(i - 1).repeat(10))
          .append("]\n");
    }
    Path file = write(bomb.toString());
    assertTimeout(
        Duration.ofSeconds(1),
        () ->
            assertThatThrownBy(() -> ProfileLoader.load(file))
                .hasMessageEndingWith("more than 20000 values, aliases counted in full")
                .hasMessageMatching("(?s)" + file + ":[0-9]+:[0-9]+: [^\n]*"));
  }

  @Test
  void refusesDeepNesting() throws IOException {
    Path file = write(HEAD + "plan: " + "[".repeat(500_000));
    refused(file, file + ":5:38: nested deeper than 32");
    Path other = write(HEAD + "plan: " + "{a: ".repeat(200_000));
    assertThatThrownBy(() -> ProfileLoader.load(other))
        .hasMessageContaining("nested deeper than 32");
  }

  @Test
  void refusesManyMistakesQuickly() throws IOException {
    StringBuilder text = new StringBuilder(HEAD + BODY);
    for (int i = 0; i < 200; i++) {
      text.append(
          "  - {id: c%d, axis: comit, metric: x, at-least: 2 sm, wy: choice}\n".formatted(i));
    }
    Path file = write(text.toString());
    assertTimeout(
        Duration.ofSeconds(1),
        () ->
            assertThatThrownBy(() -> ProfileLoader.load(file))
                .satisfies(
                    problem ->
                        assertThat(((ProfileException) problem).problems()).hasSize(5 * 200)));
  }

  @Test
  void takesAnchorsByteOrderMarksAndCrLf() throws Exception {
    String text =
        "\ufeff"
            + HEAD
            + "plan:\n  - {probe: commit-write, block: &block 4 KiB}\n"
            + "  - {probe: scaling, block: *block, streams: [1]}\n"
            + BODY.substring(BODY.indexOf("criteria"));
    Profile profile = ProfileLoader.load(write(text.replace("\n", "\r\n")));
    assertThat(profile.plan()).hasSize(2);
    assertThat(profile.sha256()).hasSize(64);
  }

  @Test
  void saysEachMistakeOfAFragmentThatIsUsedTwiceOnce() throws IOException {
    Path file =
        write(
            HEAD
                + "plan:\n  - {probe: commit-write, phase: &p {min: 5}}\n"
                + "  - {probe: scaling, streams: [1], phase: *p}\n"
                + BODY.substring(BODY.indexOf("criteria")));
    refused(file, file + ":6:43: \"5\" needs a unit, as in \"5 s\"");
  }

  @Test
  void findsFilesAndBuiltInProfilesByTheirNames() throws Exception {
    Path file = write(HEAD + BODY);
    assertThat(ProfileLoader.find(file.toString()).source()).isEqualTo(file.toString());
    assertThat(ProfileLoader.find("wal-hdd").source()).isEqualTo("built-in");
    assertThatThrownBy(() -> ProfileLoader.find("wal-hd"))
        .isInstanceOf(ProfileException.class)
        .hasMessage(
            "no built-in profile \"wal-hd\"; did you mean \"wal-hdd\"?"
                + " (there are: wal-hdd, wal+db-hdd, pmem-cache, bcache, writecache, snia-enterprise)");
    assertThatThrownBy(() -> ProfileLoader.find("../wal-hdd"))
        .hasMessage("../wal-hdd: can't be read: no such file");
    assertThatThrownBy(() -> ProfileLoader.find("a\u0000/b"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("is no file name");
  }

  private Path write(String text) throws IOException {
    Path file = Files.createTempFile(folder, "profile", ".yaml");
    return Files.writeString(file, text);
  }

  private static void refused(Path file, String message) {
    assertThatThrownBy(() -> ProfileLoader.load(file))
        .isInstanceOf(ProfileException.class)
        .hasMessage(message);
  }
}
