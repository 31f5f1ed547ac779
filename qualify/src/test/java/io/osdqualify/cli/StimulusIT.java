package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.rig.BlockRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pauses, switches and demand, on drives that answer to them in a known way. */
class StimulusIT {

  private static final String HEAD =
      """
      schema: osd-qualify/profile/1
      name: stimulus
      version: 1
      title: one probe
      phase: {ramp: 1 s, min: 2 s, max: 2 s, stop-at-ci: 2 %, quick: 2 s}
      plan:
      """;

  @TempDir private Path folder;
  private BlockRig rig;

  @BeforeEach
  void open() {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    rig = BlockRig.open();
  }

  @AfterEach
  void close() {
    if (rig != null) {
      rig.close();
    }
  }

  private Qualification run(String name, String plan, String judged, String... drive)
      throws Exception {
    String device = rig.fake(name, 64, BlockRig.Cache.BACK, drive).toString();
    String criterion = "  - {axis: tail, metric: " + judged + ", at-least: 0, why: choice}\n";
    Path profile =
        Files.writeString(folder.resolve(name + ".yaml"), HEAD + plan + "criteria:\n" + criterion);
    Program.Result run =
        new Program(folder)
            .run("run", device, "--profile", profile.toString(), "--erase", device, "--out", name);
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.INCONCLUSIVE);
    return ResultJson.read(folder.resolve(name));
  }

  private static double figure(Qualification result, String metric) {
    return result.measurements().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow(() -> new AssertionError(metric + " is missing: " + result.missing()))
        .number();
  }

  /** Each idle second empties room for 1024 fast writes; one burst takes a second. */
  @Test
  void aDriveThatEmptiesItsFastAreaWhileIdleIsFasterAfterALongerPause() throws Exception {
    String plan =
        "  - {probe: idle-recovery, streams: 2, depth: 2, settle: 3 s, baseline: 4 s, burst: 1 s,"
            + " idle: [1 s, 3 s], rounds: 4}\n";
    Qualification result =
        run(
            "idle",
            plan,
            "idle-recovery.idle-3s.ratio",
            "wlat_us 500",
            "slc 16777216 4194304 4000");
    assertThat(result.phases()).hasSize(1 + 3 + 2 * 4);
    double one = figure(result, "idle-recovery.idle-1s.ratio");
    double three = figure(result, "idle-recovery.idle-3s.ratio");
    assertThat(one).isBetween(1.1, 2.0);
    assertThat(three).isBetween(one + 0.2, 4.0);
  }

  @Test
  void aDriveThatDoesNotMindASwitchIsBackAtOnce() throws Exception {
    String plan =
        "  - {probe: cross-stimulus, streams: 1, depth: 4, first: 5 s, random: 5 s, last: 6 s}\n";
    Qualification result =
        run("cross", plan, "cross-stimulus.ratio", "wlat_us 1000", "write_mbps 100");
    assertThat(figure(result, "cross-stimulus.ratio")).isBetween(0.7, 1.4);
    assertThat(figure(result, "cross-stimulus.recovery")).isLessThan(2e9);
    assertThat(figure(result, "cross-stimulus.sequential-1.bandwidth")).isBetween(30e6, 101e6);
    assertThat(figure(result, "cross-stimulus.random.bandwidth"))
        .isLessThan(figure(result, "cross-stimulus.sequential-1.bandwidth"));
  }

  /** Four at a time, 1 ms each: 32 wait for 8 ms, 8 for 2 ms, and 2 don't fill it. */
  @Test
  void theMostIsAtTheDemandWhoseAnswersStillComeSoon() throws Exception {
    String plan =
        """
          - {probe: precondition, fill: 1 * capacity}
          - {probe: demand-intensity, threads: [4, 1], depths: [8, 2], settle: 2 s}
        """;
    Qualification result =
        run("demand", plan, "demand-intensity.max.iops", "wlat_us 1000", "rlat_us 1000", "qd 4");
    assertThat(figure(result, "demand-intensity.threads-4.depth-8.latency-mean"))
        .isGreaterThan(5e6);
    double threads = figure(result, "demand-intensity.max.threads");
    double depth = figure(result, "demand-intensity.max.depth");
    assertThat(threads * depth).isEqualTo(8);
    assertThat(figure(result, "demand-intensity.max.iops")).isBetween(2000.0, 4000.0);
    assertThat(figure(result, "demand-intensity.max.latency-mean")).isBetween(2e6, 4e6);
    assertThat(figure(result, "demand-intensity.threads-1.depth-2.iops"))
        .isLessThan(figure(result, "demand-intensity.max.iops"));
  }
}
