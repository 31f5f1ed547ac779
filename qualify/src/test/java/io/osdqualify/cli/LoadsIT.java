package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.rig.BlockRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saturation and load curves of drives whose right figures are known. */
class LoadsIT {

  private static final double MS = 1e6;

  @TempDir private Path folder;
  private Program program;
  private BlockRig rig;

  @BeforeEach
  void open() throws Exception {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    program = new Program(folder);
    rig = BlockRig.open();
  }

  @AfterEach
  void close() throws Exception {
    if (rig != null) {
      rig.close();
    }
  }

  private Qualification run(Path device, String... steps) throws Exception {
    Files.writeString(
        folder.resolve("loads.yaml"),
        """
        schema: osd-qualify/profile/1
        name: loads
        version: 1
        title: loads in short phases
        phase: {ramp: 500 ms, min: 5 s, max: 5 s, stop-at-ci: 0 %%}
        plan:
          - %s
        criteria:
          - {metric: target.capacity, axis: capacity, at-least: 1 MiB, why: "choice: a test"}
        """
            .formatted(String.join("\n  - ", steps)));
    Program.Result run =
        program.run(
            "run",
            device.toString(),
            "--erase",
            device.toString(),
            "--profile",
            "./loads.yaml",
            "--out",
            "out");
    assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.INCONCLUSIVE);
    return ResultJson.read(folder.resolve("out"));
  }

  private static double value(Qualification result, String metric) {
    return result
        .measurement(metric)
        .map(Measurement::number)
        .orElseThrow(() -> new AssertionError(metric + ": " + result.missing()));
  }

  private static String missing(Qualification result, String what) {
    return result.missing().stream()
        .filter(one -> one.what().equals(what))
        .map(Missing::reason)
        .findFirst()
        .orElseThrow(() -> new AssertionError(what));
  }

  private static List<String> names(Qualification result) {
    return result.phases().stream().map(Phase::name).toList();
  }

  /** Four operations of 5 ms at a time: 800/s, whoever brings them, and half of it is at ease. */
  @Test
  void theKneeOfADriveWithFourPlacesIsFourInFlightAndItsResponseGrowsWithTheLoad()
      throws Exception {
    Path device = rig.fake("four", 64, BlockRig.Cache.BACK, "wlat_us 5000", "qd 4");
    Qualification result =
        run(
            device,
            "{probe: saturation, threads: [1, 4], depth: [1, 4, 8, 16]}",
            "{probe: load-curve, loads: [50 %, 100 %], at-most: 100 ms}");
    // After two steps without gain the row ends; the curve needs no maximum of its own.
    assertThat(names(result))
        .startsWith("saturation.1x1", "saturation.1x4")
        .contains("saturation.4x1")
        .doesNotContain("load-curve.max")
        .endsWith("load-curve.50", "load-curve.100");
    double most = value(result, "saturation.max.iops");
    assertThat(most).isBetween(640.0, 808.0);
    assertThat(value(result, "saturation.1x1.iops")).isBetween(150.0, 202.0);
    double inFlight =
        value(result, "saturation.knee.threads") * value(result, "saturation.knee.depth");
    assertThat(inFlight).isBetween(4.0, 8.0);
    assertThat(value(result, "saturation.knee.iops")).isGreaterThanOrEqualTo(0.95 * most);
    assertThat(value(result, "saturation.knee.latency-p95"))
        .isBetween(5 * MS, 3 * inFlight / 4 * 5 * MS);
    assertThat(value(result, "saturation.knee.cpu")).isBetween(500.0, 1e6);
    assertThat(missing(result, "saturation.knee.latency-p99.999")).startsWith("too few samples");
    assertThat(value(result, "load-curve.50.iops")).isCloseTo(0.5 * most, within(0.06 * most));
    double ease = value(result, "load-curve.50.latency-p50");
    assertThat(ease).isBetween(5 * MS, 7.5 * MS);
    // At all that it can do the queue of random arrivals grows, by chance beyond what is served.
    if (value(result, "load-curve.100.unserved") > 0.01) {
      assertThat(missing(result, "load-curve.100.latency-mean")).startsWith("saturated: ");
    } else {
      assertThat(value(result, "load-curve.100.latency-mean")).isGreaterThan(1.3 * ease);
    }
    assertThat(value(result, "load-curve.usable.load")).isIn(0.5, 1.0);
  }

  /** The drive is ten times as slow once the maximum is known: half of that is too much. */
  @Test
  void aLoadThatIsNotServedHasNoPercentiles() throws Exception {
    Path device =
        rig.fake(
            "drops", 64, BlockRig.Cache.BACK, "wlat_us 5000", "after_writes 1500 wlat_us 50000");
    Qualification result =
        run(
            device,
            "{probe: load-curve, operation: commit, durability: dsync, threads: 2, depth: 1,"
                + " loads: [50 %]}");
    assertThat(names(result)).containsExactly("load-curve.dsync.max", "load-curve.dsync.50");
    Phase half = result.phases().get(1);
    assertThat(half.unserved()).isPositive();
    assertThat(value(result, "load-curve.dsync.50.unserved")).isBetween(0.2, 0.95);
    assertThat(missing(result, "load-curve.dsync.50.latency-p50")).startsWith("saturated: ");
    assertThat(result.measurement("load-curve.dsync.50.latency-p99")).isEmpty();
  }

  /** Pinned beside free; this machine or drive lacks something of the rest, and says so. */
  @Test
  void variantsAreMeasuredSideBySideAndTheImpossibleIsLeftOut() throws Exception {
    Path device = rig.fake("ways", 64, BlockRig.Cache.BACK, "rlat_us 2000");
    Qualification result =
        run(
            device,
            "{probe: saturation, operation: read, threads: [1], depth: [4],"
                + " cpus: [pinned, free], poll: [interrupt, polled]}");
    assertThat(names(result))
        .containsExactly(
            "saturation.read.pinned+interrupt.fill",
            "saturation.read.pinned+interrupt.1x4",
            "saturation.read.free+interrupt.1x4");
    assertThat(result.phases().get(0).bytes()).isEqualTo(64L << 20);
    assertThat(rig.stat("ways").get("read_bytes")).isPositive();
    assertThat(value(result, "saturation.read.pinned+interrupt.knee.iops"))
        .isBetween(1200.0, 2020.0);
    assertThat(value(result, "saturation.read.free+interrupt.knee.iops")).isBetween(1200.0, 2020.0);
    assertThat(missing(result, "saturation.read.pinned+polled")).contains("has no poll queues");
    assertThat(missing(result, "saturation.read.free+polled")).contains("has no poll queues");
  }
}
