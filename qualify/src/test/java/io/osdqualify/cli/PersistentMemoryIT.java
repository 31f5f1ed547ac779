package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.PmemMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Persistent memory as its user measures it, on files that are none. */
class PersistentMemoryIT {

  private static final int SIZE = 64 << 20;

  @TempDir private Path folder;
  private Path memory;
  private Program program;
  private Set<BackendFlag> methods;

  @BeforeEach
  void open() throws Exception {
    Path shared = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(shared), "no file system in memory at /dev/shm");
    methods = new NativeEngine().features().pmemMethods();
    assumeFalse(methods.isEmpty(), "this CPU has no method");
    memory = Files.createTempDirectory(shared, "osd-qualify-test");
    program = new Program(folder);
  }

  @AfterEach
  void takeAway() throws IOException {
    if (memory != null) {
      try (Stream<Path> files = Files.list(memory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(memory);
    }
  }

  private void profile(String keys) throws IOException {
    Files.writeString(
        folder.resolve("memory.yaml"),
        """
        schema: osd-qualify/profile/1
        name: memory
        version: 1
        title: short phases
        phase: {ramp: 0 s, min: 5 s, max: 5 s, stop-at-ci: 0 %%}
        plan:
          - {probe: persistent-memory, pattern: random, block: 4 KiB%s}
        criteria:
          - {metric: pmem.best.rand-4KiB.iops, axis: commit, at-least: 100, why: "choice: a test"}
        """
            .formatted(keys));
  }

  private Program.Result run(Path file, String... more) throws Exception {
    List<String> words =
        Stream.concat(
                Stream.of(
                    "run",
                    file.toString(),
                    "--erase",
                    file.toString(),
                    "--profile",
                    "./memory.yaml",
                    "--out",
                    "out"),
                Stream.of(more))
            .toList();
    return program.run(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatIsNoneIsMeasuredStampedAndNeverPasses(boolean inMemory) throws Exception {
    Path file = Files.write((inMemory ? memory : folder).resolve("target"), new byte[SIZE]);
    profile("");
    Program.Result run = run(file);
    assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(run.out()).contains("Not persistent memory", "page cache");
    Qualification result = ResultJson.read(folder.resolve("out"));
    List<Phase> phases =
        result.phases().stream().filter(phase -> phase.name().startsWith("pmem.")).toList();
    assertThat(phases).hasSameSizeAs(methods);
    for (Phase phase : phases) {
      String method = phase.name().replaceAll("pmem\\.|\\.rand.*", "");
      assertThat(phase.workload().backendUsed()).contains("page-cache", method);
      assertThat(phase.disk()).as("the block layer sees no stores").isNull();
      Measurement bandwidth = result.measurement(phase.name() + ".bandwidth").orElseThrow();
      assertThat(bandwidth.number()).isEqualTo(phase.iops() * 4096);
      assertThat(result.measurement(phase.name() + ".latency-p99")).isPresent();
    }
    assertThat(result.measurement("pmem.rand-4KiB.best-method")).isPresent();
    assertThat(result.measurement("pmem.best-method")).isPresent();
    Verdict verdict = result.verdict();
    assertThat(verdict).isNotNull();
    assertThat(verdict.criteria())
        .filteredOn(one -> one.id().equals("integrity.persistent-memory"))
        .extracting(CriterionResult::outcome)
        .containsExactly(Outcome.INCONCLUSIVE);
  }

  @Test
  void aMethodThatTheCpuLacksIsRefusedBeforeAnythingIsWritten() throws Exception {
    PmemMethod absent =
        Stream.of(PmemMethod.values())
            .filter(method -> !methods.contains(BackendFlag.of(method)))
            .findFirst()
            .orElseThrow();
    Path file = Files.write(memory.resolve("target"), new byte[SIZE]);
    profile(", method: [" + absent.key() + "]");
    for (String[] more : List.of(new String[] {"--plan"}, new String[0])) {
      Program.Result run = run(file, more);
      assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err())
          .contains("this CPU has no " + absent.key() + ", which the profile asks for");
    }
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(Files.readAllBytes(file)).containsOnly(0);
  }
}
