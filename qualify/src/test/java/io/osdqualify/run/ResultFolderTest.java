package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Samples;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {

  private static final Qualification RESULT = Samples.consumerDrive();

  @TempDir private Path base;

  @Test
  void itIsPartialFromTheStartAndGetsItsNameWhenWhole() throws Exception {
    ResultFolder folder = ResultFolder.create(base.resolve("run"));
    folder.write(RESULT);
    assertThat(folder.path()).isEqualTo(base.resolve("run.partial"));
    assertThat(ResultJson.read(base.resolve("run.partial/result.json"))).isNotNull();
    folder.finish();
    assertThat(folder.path()).isEqualTo(base.resolve("run"));
    assertThat(base.resolve("run.partial")).doesNotExist();
    assertThat(Files.readString(base.resolve("run/manifest.sha256")))
        .matches("[0-9a-f]{64} {2}result.json\n");
  }

  @Test
  void nothingIsEverOverwritten() throws Exception {
    ResultFolder.create(base.resolve("run"));
    assertThatThrownBy(() -> ResultFolder.create(base.resolve("run")))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("never overwritten");
    Files.createFile(base.resolve("other"));
    assertThatThrownBy(() -> ResultFolder.check(base.resolve("other")))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void aMissingParentIsNamed() {
    assertThatThrownBy(() -> ResultFolder.create(base.resolve("no/run")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining(base.resolve("no").toString());
  }

  @Test
  void theDefaultNameIsTimeAndSerialWithoutWildCharacters() {
    Clock clock = Clock.fixed(Instant.parse("2026-12-01T01:05:16.500Z"), ZoneOffset.UTC);
    assertThat(ResultFolder.defaultName(RESULT.target(), clock))
        .hasToString("osd-qualify-20261201T010516Z-" + RESULT.target().serial());
  }
}
