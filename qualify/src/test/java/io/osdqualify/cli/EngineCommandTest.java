package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.engine.SelfCheck;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import io.osdqualify.host.HostFiles;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EngineCommandTest {

  private static final SelfCheck GOOD =
      new SelfCheck("p50 of a device that takes 100 us", "ns", 100_000, 100_400, 1_000, true);
  private static final SelfCheck BAD =
      new SelfCheck("torn blocks that were found", "1", 3, 2, 0, false);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path root;

  /** An engine on a machine without libaio on sinks. */
  private record Fake(List<SelfCheck> selfTest) implements Engine {
    @Override
    public EngineFeatures features() {
      return new EngineFeatures(
          true,
          "",
          Set.of(BackendFlag.DEFER_TASKRUN, BackendFlag.SINGLE_ISSUER),
          true,
          false,
          "ENOSYS",
          Set.of(BackendFlag.CLWB, BackendFlag.NTSTORE),
          21.5);
    }

    @Override
    public EngineJob start(WritePermit permit, Workload workload) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Ceiling ceiling(Backend backend, int depth, Duration counting) {
      if (backend == Backend.LIBAIO) {
        throw new EngineException("the kernel refuses it on /dev/null: EINVAL");
      }
      return new Ceiling(backend.key(), depth, "/dev/null", 6_300_000.4, 158);
    }
  }

  private int run(List<SelfCheck> checks, String... words) {
    EngineCommand command = new EngineCommand(() -> new Fake(checks));
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, false, false, false, true, 80);
    return command.execute(Arguments.parse(command, List.of(words)), console);
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void itTellsFeaturesCeilingsAndTheSelfTest() {
    assertThat(run(List.of(GOOD))).isZero();
    assertThat(text())
        .containsPattern("io_uring +yes: single-issuer, defer-taskrun")
        .containsPattern("libaio +no: ENOSYS")
        .containsPattern("pmem +ntstore, clwb")
        .containsPattern("psync +1 +6 300 000/s +158 ns +/dev/null")
        .containsPattern("io_uring +32 +6 300 000/s")
        .containsPattern("libaio +1  the kernel refuses it on /dev/null: EINVAL")
        .containsPattern("p50 of a device that takes 100 us +100 000 ns +100 400 ns +1 000 ns  ok")
        .contains("The self-test passed.")
        .doesNotContain("psync         32", "pmem         32");
  }

  @Test
  void aCheckThatFailsIsExitCode5() {
    assertThat(run(List.of(GOOD, BAD))).isEqualTo(5);
    assertThat(text())
        .containsPattern("torn blocks that were found +3 +2 +0  FAILED")
        .contains("The self-test FAILED: 1 of 2 checks.");
  }

  @Test
  void aSelfTestWithoutChecksProvesNothing() {
    assertThat(run(List.of())).isEqualTo(5);
  }

  @Test
  void theJsonHasUnitsInItsKeys() {
    assertThat(run(List.of(GOOD, BAD), "--json")).isEqualTo(5);
    JsonNode json = new JsonMapper().readTree(text());
    assertThat(json.path("clock").path("cost_ns").asDouble()).isEqualTo(21.5);
    assertThat(json.path("features").path("libaioRefused").asString()).isEqualTo("ENOSYS");
    assertThat(json.path("features").has("ioUringRefused")).isFalse();
    assertThat(json.path("ceilings").get(0).path("iops_per_s").asDouble()).isEqualTo(6_300_000.4);
    assertThat(json.path("ceilings").get(0).path("cpu_ns_per_operation").asDouble()).isEqualTo(158);
    assertThat(json.path("refused")).hasSize(2);
    assertThat(json.path("selfTest").get(1).path("passed").asBoolean()).isFalse();
    assertThat(json.path("passed").asBoolean()).isFalse();
  }

  @Test
  void theLimitOfLockedMemoryIsThatOfThisProcess() throws Exception {
    Path limits = root.resolve("proc/self/limits");
    Files.createDirectories(root.resolve("proc/self"));
    Files.writeString(
        limits,
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             7964                 7964                 processes
        Max locked memory         8388608              unlimited            bytes
        """);
    assertThat(locked()).isEqualTo(8_388_608);
    Files.writeString(
        limits, "Max locked memory         unlimited            unlimited     bytes\n");
    assertThat(locked()).isNull();
  }

  private @Nullable Long locked() {
    return new EngineProbe(new Fake(List.of(GOOD)), HostFiles.under(root))
        .report()
        .features()
        .lockedMemoryBytes();
  }
}
