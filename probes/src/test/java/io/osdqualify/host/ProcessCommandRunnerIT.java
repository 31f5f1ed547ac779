package io.osdqualify.host;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessCommandRunnerIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @TempDir private Path folder;

  private final ProcessCommandRunner runner = new ProcessCommandRunner();

  @Test
  void outputErrorsAndCodeAreKeptApart() throws IOException {
    assertThat(runner.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3"), TIMEOUT))
        .isEqualTo(new CommandRunner.Result(3, "out\n", "err\n"));
  }

  @Test
  void theEnvironmentIsItsOwn() throws IOException {
    String environment = runner.run(List.of("env"), TIMEOUT).output();
    assertThat(environment.lines())
        .contains("LC_ALL=C")
        .allMatch(line -> line.matches("(LC_ALL|PATH|PWD|SHLVL|_)=.*"));
    assertThat(environment).contains("/usr/sbin");
  }

  @Test
  void aMissingProgramIsSaid() {
    assertThatThrownBy(() -> runner.run(List.of("no-such-program"), TIMEOUT))
        .isInstanceOf(CommandRunner.ProgramMissingException.class)
        .hasMessage("no-such-program is not installed");
  }

  @Test
  void aProgramThatHangsIsEnded() {
    assertThatThrownBy(() -> runner.run(List.of("sleep", "60"), Duration.ofMillis(200)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not end");
  }

  @Test
  void aProgramThatFloodsIsEnded() {
    assertThatThrownBy(() -> runner.run(List.of("yes"), Duration.ofSeconds(2)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("yes printed more than");
  }

  @Test
  void whatAHangingProgramStartedIsEndedToo() throws Exception {
    Path pid = folder.resolve("pid");
    String script = "sleep 60 & echo $! > " + pid + "; wait";
    assertThatThrownBy(() -> runner.run(List.of("sh", "-c", script), Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class);
    long child = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(child).ifPresent(handle -> handle.onExit().orTimeout(5, SECONDS).join());
    assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
  }
}
