package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Stall;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.rig.BlockRig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong under a run, as its user sees it: drives, file systems and forbidden calls. */
class FaultsIT {

  private static final int EPERM = 1;
  private static final int ENOSYS = 38;

  /** Three phases of five seconds, with limits that any drive keeps. */
  private static final String SHORT =
      """
      schema: osd-qualify/profile/1
      name: short
      version: 1
      title: three short phases
      extends: wal+db-hdd
      phase: {ramp: 1 s, min: 5 s, max: 6 s, min-bytes: 0 B, stop-at-ci: 2 %, quick: 5 s}
      plan:
        - {probe: commit-write, durability: [none, fdatasync, dsync], block: [4 KiB], ring: 1 GiB}
        - {probe: scaling, durability: fdatasync, streams: [osds]}
        - {probe: mixed-load, drop: true}
        - {probe: steady-state, drop: true}
      criteria:
        - {id: mixed.wal+db.wal.latency-p99, drop: true}
        - {id: steady-state.bandwidth, drop: true}
        - {metric: commit.fdatasync.streams-1.iops, axis: commit, at-least: 1, why: "choice: a test"}
      """;

  @TempDir private Path folder;
  private Path profile;
  private Program program;
  private BlockRig rig;

  @BeforeEach
  void open() throws Exception {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    profile = Files.writeString(folder.resolve("short.yaml"), SHORT);
    program = new Program(folder);
    rig = BlockRig.open();
  }

  @AfterEach
  void close() throws Exception {
    if (rig != null) {
      rig.close();
    }
  }

  private String[] words(String out, String... more) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of(more));
    words.addAll(List.of("--profile", profile.toString(), "--quick"));
    words.addAll(List.of("--out", folder.resolve(out).toString()));
    return words.toArray(String[]::new);
  }

  private String[] onDevice(String device, String out, String... more) {
    List<String> words = new ArrayList<>(List.of(device, "--erase", device));
    words.addAll(List.of(more));
    return words(out, words.toArray(String[]::new));
  }

  private Qualification result(String name) throws IOException {
    return ResultJson.read(folder.resolve(name));
  }

  private static DeviceError error(Qualification result) {
    return result.phases().stream().flatMap(phase -> phase.errors().stream()).findFirst().get();
  }

  /** Exit code 5, one line that says all, and a stored verdict of FAIL. */
  private DeviceError failed(Program.Result run, String out) throws IOException {
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.RUN_FAILED);
    Qualification result = result(out);
    DeviceError error = error(result);
    assertThat(complaint(run))
        .contains(" of " + error.length() + " B at offset " + error.offset())
        .contains("failed with " + error.name() + " (errno " + error.errno() + ")")
        .contains("in stream " + error.stream() + " at " + error.at() + ", ")
        .contains(" s after the phase began");
    Verdict verdict = result.verdict();
    assertThat(verdict).isNotNull();
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(result.complete()).isFalse();
    assertThat(run.out()).contains(error.name(), Long.toString(error.offset()), "FAIL");
    return error;
  }

  /** The line of the error; progress is not told like that. */
  private static String complaint(Program.Result run) {
    List<String> lines = run.err().lines().filter(l -> l.startsWith("osd-qualify: ")).toList();
    assertThat(lines).as(run.err()).hasSize(1);
    return lines.get(0);
  }

  @Test
  void aDriveThatIsPulledOutEndsTheRunAndItsResultIsKept() throws Exception {
    String device = rig.loop("pulled", 128, BlockRig.Cache.BACK, 512).toString();
    Program.Running running = program.start(onDevice(device, "pulled"));
    running.awaitErr("[1/");
    rig.pull("pulled");
    Program.Result run = running.await();
    assertThat(failed(run, "pulled").name()).isIn("ENOSPC", "EIO");
    assertThat(complaint(run)).contains("the target has vanished: its size is 0");
    assertThat(result("pulled").phases()).hasSize(2);
    assertThat(result("pulled").phases().get(0).operations()).isPositive();
  }

  @Test
  void errorsThatARunGoesOnAfterAreErrorsOfTheDevice() throws Exception {
    String device = rig.fake("bad", 64, BlockRig.Cache.BACK, "err_w 1048576 1052671 61").toString();
    Program.Result run = program.run(onDevice(device, "bad", "--continue-on-error", "1000000"));
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.RUN_FAILED);
    Qualification result = result("bad");
    assertThat(result.complete()).isTrue();
    assertThat(result.phases()).extracting(Phase::operations).hasSize(3).allMatch(n -> n > 0);
    assertThat(error(result).offset()).isEqualTo(1048576);
    assertThat(error(result).count()).isPositive();
    Verdict verdict = result.verdict();
    assertThat(verdict).isNotNull();
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
  }

  @Test
  void aDriveThatDiesEndsTheRun() throws Exception {
    String device = rig.fake("dies", 128, BlockRig.Cache.BACK).toString();
    Program.Running running = program.start(onDevice(device, "dies"));
    running.awaitErr("[1/");
    rig.pull("dies");
    assertThat(failed(running.await(), "dies").name()).isEqualTo("EIO");
  }

  @Test
  void aDriveThatHangsAndComesBackIsAStallWithItsTime() throws Exception {
    String device = rig.fake("hang", 128, BlockRig.Cache.BACK).toString();
    Program.Running running = program.start(onDevice(device, "hang"));
    running.awaitErr("[1/");
    rig.ctl("hang", "hang_w 1");
    running.awaitErr("the device has not answered for ");
    rig.ctl("hang", "wlat_us 0");
    running.awaitErr("the device answers again, after at least ");
    Program.Result run = running.await();
    assertThat(run.code()).as(run.err()).isIn(ExitCode.PASS, ExitCode.FAIL, ExitCode.INCONCLUSIVE);
    Qualification result = result("hang");
    assertThat(result.complete()).isTrue();
    assertThat(result.phases()).allSatisfy(phase -> assertThat(phase.errors()).isEmpty());
    Phase hung = result.phases().get(1);
    Stall worst = hung.stalls().get(0);
    assertThat(worst.latencyNs()).isBetween(2_000_000_000L, 10_000_000_000L);
    assertThat(worst.atSeconds()).isBetween(1.0, 12.0);
    assertThat(worst.offset()).isBetween(0L, (128L << 20) - 4096);
  }

  /**
   * ext2 can't allocate ahead, and needs some of what is free to know where a file's blocks are:
   * there seems to be room for the file, and there is none for its end.
   */
  @Test
  void aFileSystemThatFillsUpEndsTheRun() throws Exception {
    Path mount = mounted("ext2");
    try {
      long free = Files.getFileStore(mount).getUsableSpace();
      String[] words = words("full", "--scratch", free / 4096 * 4 + "KiB");
      Program.Result run = new Program(mount, List.of()).run(words);
      DeviceError error = failed(run, "full");
      assertThat(error.name()).isEqualTo("ENOSPC");
      assertThat(error.offset()).isBetween(free - (2L << 20), free);
      assertThat(complaint(run)).doesNotContain("vanished", "shrunk");
    } finally {
      shell("umount " + mount);
    }
  }

  @Test
  void aScratchFileWithoutRoomIsRefusedBeforeAnythingRuns() throws Exception {
    Path mount = mounted("ext2");
    try {
      Program.Result run = new Program(mount, List.of()).run(words("small", "--scratch", "192MiB"));
      assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.USAGE);
      assertThat(complaint(run)).contains("201 MB are needed", "MB free");
      assertThat(folder.resolve("small")).doesNotExist();
    } finally {
      shell("umount " + mount);
    }
  }

  @Test
  void aForbiddenIoUringIsNamedAndNothingIsMeasuredWithAnother() throws Exception {
    String device = rig.loop("ring", 128, BlockRig.Cache.BACK, 512).toString();
    String[] words = onDevice(device, "ring", "--engine", "io_uring");
    for (int errno : new int[] {EPERM, ENOSYS}) {
      Program.Result run = new Program(folder, rig.forbidIoUring(errno)).run(words);
      assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.RUN_FAILED);
      assertThat(complaint(run))
          .contains("io_uring can't be used here: ", "seccomp", "try --engine psync")
          .contains(errno == EPERM ? "EPERM" : "ENOSYS");
      assertThat(run.out()).isEmpty();
      assertThat(folder.resolve("ring")).doesNotExist();
    }
  }

  @Test
  void withoutIoUringTheAutomaticChoiceIsPsyncAndTheResultSaysSo() throws Exception {
    String device = rig.loop("auto", 128, BlockRig.Cache.BACK, 512).toString();
    Program.Result run =
        new Program(folder, rig.forbidIoUring(EPERM)).run(onDevice(device, "auto"));
    assertThat(run.code()).as(run.err()).isIn(ExitCode.PASS, ExitCode.FAIL, ExitCode.INCONCLUSIVE);
    assertThat(result("auto").phases())
        .isNotEmpty()
        .allSatisfy(phase -> assertThat(phase.workload().backend()).isEqualTo("psync"));
  }

  @Test
  void aPhaseThatCannotBeginIsToldInTheResult() throws Exception {
    Files.writeString(profile, SHORT.replace("[osds]", "[osds, 200]"));
    String device = rig.loop("files", 128, BlockRig.Cache.BACK, 512).toString();
    List<String> fewFiles = List.of("prlimit", "--nofile=120:120");
    Program.Result run =
        new Program(folder, fewFiles).run(onDevice(device, "files", "--engine", "psync"));
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.RUN_FAILED);
    assertThat(complaint(run)).contains("streams-200", "Too many open files", "EMFILE");
    Path partial = folder.resolve("files.partial");
    Qualification result = ResultJson.read(partial);
    assertThat(result.phases()).hasSize(3);
    assertThat(result.verdict()).isNotNull();
    assertThat(result.missing().toString()).contains("EMFILE");
    assertThat(Files.readString(partial.resolve("run.log"))).contains("EMFILE");
  }

  /** A file system of this type on a device of 128 MiB. */
  private Path mounted(String type) throws Exception {
    String device = rig.loop(type, 128, BlockRig.Cache.BACK, 512).toString();
    shell("mkfs." + type + " -q -F -b 1024 -m 0 " + device);
    Path mount = Files.createDirectory(folder.resolve(type));
    shell("mount -t " + type + " " + device + " " + mount);
    return mount;
  }

  private static void shell(String command) throws Exception {
    Process process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(command + ": " + output).isZero();
  }
}
