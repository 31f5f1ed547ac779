package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.rig.BlockRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are cut short and go on. */
class ResumeIT {

  private static final int SIZE_MIB = 256;
  private static final long TWICE = (2L * SIZE_MIB) << 20;

  /** What may be written twice. */
  private static final long AGAIN = 64L << 20;

  private static final String PROFILE =
      """
      schema: osd-qualify/profile/1
      name: short
      version: 1
      title: preconditioning and two short phases
      phase: {ramp: 0 s, min: 2 s, max: 2 s, min-bytes: 0 B, stop-at-ci: 0 %, quick: 2 s}
      inputs: {osds: 1..30}
      plan:
        - {probe: precondition, fill: 2 * capacity}
        - {probe: commit-write, durability: [none, fdatasync]}
      criteria:
        - {metric: commit.fdatasync.streams-1.iops, axis: commit, at-least: 1, why: "choice: a test"}
      """;

  @TempDir private Path folder;
  private Program program;
  private BlockRig rig;
  private String device;

  @BeforeEach
  void open() throws Exception {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    Files.writeString(folder.resolve("short.yaml"), PROFILE);
    program = new Program(folder);
    rig = BlockRig.open();
    // Some 125 MB/s, so that two passes take 4 s.
    device = rig.fake("slow", SIZE_MIB, BlockRig.Cache.BACK, "wlat_us 1000").toString();
  }

  @AfterEach
  void close() throws Exception {
    if (rig != null) {
      rig.close();
    }
  }

  private Program.Running start() throws Exception {
    return program.start(
        "run",
        device,
        "--profile",
        "./short.yaml",
        "--erase",
        device,
        "--out",
        "cut",
        "--seed",
        "5");
  }

  private long written() throws Exception {
    return rig.stat("slow").getOrDefault("write_bytes", 0L);
  }

  private void awaitWritten(long bytes) throws Exception {
    while (written() < bytes) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static List<Phase> passes(Qualification result) {
    return result.phases().stream().filter(p -> p.probe().equals("precondition")).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 200, 300, 450})
  void aKilledPreconditioningGoesOnAtItsByte(int afterMib) throws Exception {
    Program.Running killed = start();
    awaitWritten((long) afterMib << 20);
    killed.signal("KILL");
    killed.await();
    long before = written();

    Program.Result resumed = program.run("run", "--resume", "cut");

    assertThat(resumed.err()).contains("goes on behind its first");
    Qualification result = ResultJson.read(folder.resolve("cut"));
    assertThat(result.complete()).isTrue();
    assertThat(result.phases())
        .extracting(Phase::name)
        .containsExactly(
            "precondition.pass-1",
            "precondition.pass-2",
            "commit.none.streams-1",
            "commit.fdatasync.streams-1");
    // The first pass was stored by the killed process where it had ended.
    List<Phase> passes = passes(result);
    long earlier = afterMib > SIZE_MIB ? passes.get(0).bytes() : 0;
    long again = before - earlier + passes.stream().mapToLong(Phase::bytes).sum();
    assertThat(again).isBetween(TWICE, TWICE + AGAIN);
    assertThat(result.disturbances()).extracting(d -> d.kind()).containsExactly("interruption");
    assertThat(resumed.out()).contains("the run was cut short here and went on later");
    assertThat(folder.resolve("cut")).isDirectoryContaining("glob:**/result.json");
    assertThat(folder.resolve("cut/resume.properties")).doesNotExist();
  }

  @Test
  void anInterruptedRunKeepsWhatEndedAndRepeatsWhatDidNot() throws Exception {
    Program.Running interrupted = start();
    interrupted.awaitErr("] precondition.pass-2 ");
    interrupted.signal("INT");
    Program.Result first = interrupted.await();
    assertThat(first.code()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(first.err()).contains("To go on: osd-qualify run --resume");
    Qualification cut = ResultJson.read(folder.resolve("cut.partial"));

    assertThat(program.run("run", device, "--resume", "cut.partial").code())
        .isEqualTo(ExitCode.INCONCLUSIVE);

    Qualification whole = ResultJson.read(folder.resolve("cut"));
    assertThat(whole.id()).isEqualTo(cut.id());
    assertThat(whole.startedAt()).isEqualTo(cut.startedAt());
    assertThat(whole.phases().subList(0, 2))
        .extracting(Phase::startedAt)
        .isEqualTo(cut.phases().subList(0, 2).stream().map(Phase::startedAt).toList());
    assertThat(cut.phases().get(2).endedBecause()).isEqualTo("interrupted");
    assertThat(whole.phases()).hasSize(4).allSatisfy(p -> assertThat(p.bytes()).isPositive());
  }

  @Test
  void aRunThatIsStoppedBeforeItBeginsEndsQuietly() throws Exception {
    Program.Running interrupted = start();
    interrupted.awaitErr("Plan:");
    interrupted.signal("TERM");
    Program.Result result = interrupted.await();
    assertThat(result.code()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(result.err()).doesNotContain("Exception", "ERROR");
  }

  @Test
  void whatCanNotGoOnIsSaidAndNothingIsWritten() throws Exception {
    Program.Running running = start();
    running.awaitErr("] precondition.pass-2 ");
    assertThat(program.run("run", "--resume", "cut").err()).contains("has it open");
    running.signal("KILL");
    running.await();
    long before = written();

    assertThat(program.run("run", "--resume", "cut", "--osds", "3").err())
        .contains("--osds does not go with --resume");
    assertThat(program.run("run", "/dev/zero", "--resume", "cut").err())
        .contains("the run in cut is on " + device);
    assertThat(program.run("run", "--resume", "nowhere").err()).contains("no such folder");
    Files.writeString(
        folder.resolve("short.yaml"), PROFILE.replace("at-least: 1,", "at-least: 2,"));
    Program.Result changed = program.run("run", "--resume", "cut");
    assertThat(changed.code()).isEqualTo(ExitCode.USAGE);
    assertThat(changed.err()).contains("is another one than when the run began");
    assertThat(written()).isEqualTo(before);
  }
}
