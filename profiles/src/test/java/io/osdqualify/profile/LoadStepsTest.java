package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.profile.LoadShape.Operation;
import io.osdqualify.quantity.Unit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps saturation, load-curve and persistent-memory in profiles. */
class LoadStepsTest {

  @TempDir private Path folder;

  private Profile profile(String step, String metric) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("loads.yaml"),
            """
            schema: osd-qualify/profile/1
            name: loads
            version: 1
            title: loads
            plan:
              - %s
            criteria:
              - {metric: %s, axis: commit, at-least: %s, why: "choice: a test"}
            """
                .formatted(step, metric, metric.endsWith(".capacity") ? "1 B" : "1"));
    return ProfileLoader.load(file);
  }

  private PlanStep step(String step) throws Exception {
    return profile(step, "target.capacity").plan().get(0);
  }

  @Test
  void saturationSweepsWritesWhereNothingIsSaid() throws Exception {
    SaturationStep step =
        (SaturationStep) profile("{probe: saturation}", "saturation.knee.iops").plan().get(0);
    assertThat(step.load()).isEqualTo(new LoadShape(Operation.WRITE, Durability.NONE, true, 4096));
    assertThat(step.threads()).containsExactly(1, 2, 4, 8);
    assertThat(step.depths()).containsExactly(1, 2, 4, 8, 16, 32, 64, 128);
    assertThat(step.variants()).containsExactly(Variant.USUAL);
    assertThat(step.metrics())
        .contains(
            "saturation.max.iops", "saturation.knee.depth", "saturation.knee.latency-p99.999");
  }

  @Test
  void loadsAndVariantsAreInTheNamesOfTheirMetrics() throws Exception {
    Profile profile =
        profile(
            "{probe: saturation, operation: read, pattern: sequential, block: 128 KiB,"
                + " cpus: [pinned, free], numa: far}",
            "saturation.read-sequential-128KiB.pinned+far.knee.iops");
    SaturationStep step = (SaturationStep) profile.plan().get(0);
    assertThat(step.variants()).extracting(Variant::key).containsExactly("pinned+far", "free+far");
    Profile commits =
        profile(
            "{probe: load-curve, operation: commit, at-most: 2 ms}",
            "load-curve.fdatasync.usable.iops");
    LoadCurveStep curve = (LoadCurveStep) commits.plan().get(0);
    assertThat(curve.percents()).containsExactly(10, 20, 30, 40, 50, 60, 70, 80, 90, 100);
    assertThat(curve.atMost()).isEqualTo(Duration.ofMillis(2));
    assertThat(curve.depth()).as("an OSD commits one at a time").isEqualTo(1);
    assertThat(curve.poisson()).isTrue();
  }

  @Test
  void persistentMemoryTakesAllMethodsAndSizesWhereNothingIsSaid() throws Exception {
    PersistentMemoryStep step =
        (PersistentMemoryStep)
            profile("{probe: persistent-memory}", "pmem.best.seq-1024KiB.iops").plan().get(0);
    assertThat(step.methods()).isEmpty();
    assertThat(step.blockBytes()).startsWith(512).endsWith(1 << 20);
    assertThat(step.patterns()).containsExactly(false, true);
    PlanStep one = step("{probe: persistent-memory, method: clwb, block: 4 KiB, pattern: random}");
    assertThat(one.metrics())
        .contains("pmem.clwb.rand-4KiB.latency-p99", "pmem.rand-4KiB.best-method")
        .noneMatch(metric -> metric.contains("ntstore") || metric.contains("seq-"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "saturation, operation: write, durability: fsync | durability goes with operation: commit",
        "saturation, operation: commit, durability: none | a commit here is durable by dsync",
        "saturation, operation: commit, poll: polled | a polled io_uring can't flush",
        "saturation, depth: [1, 4, 2] | each number must be larger than the one before it",
        "saturation, threads: [1, 257] | out of range: 1 to 256",
        "saturation, block: 12 KiB | a power of two is expected",
        "saturation, block: 16 MiB | needs more than 1 GiB a thread",
        "saturation, cpus: [pinned, pinned] | a value stands in the list twice",
        "saturation, poll: sometimes | unknown poll \"sometimes\"",
        "load-curve, loads: [0.5 %] | out of range",
        "load-curve, loads: [10.5 %] | a whole number of per cents is expected",
        "load-curve, at-most: 5 | needs a unit",
        "persistent-memory, method: movnti | unknown method \"movnti\"",
      })
  void mistakesAreSaid(String step, String words) {
    assertThatThrownBy(() -> step("{probe: " + step + "}"))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource({
    "saturation.read.pinned+near.knee.iops, PER_SECOND",
    "saturation.knee.cpu, NANOSECONDS",
    "saturation.knee.threads, NONE",
    "load-curve.50.latency-p99.9, NANOSECONDS",
    "load-curve.usable.load, NONE",
    "pmem.clwb.seq-512B.bandwidth, BYTES_PER_SECOND",
    "pmem.seq-512B.best-method, WORD",
    "pmem.best-method, WORD",
  })
  void theirMetricsHaveUnits(String metric, Unit unit) {
    assertThat(Metrics.unit(metric)).contains(unit);
  }

  @Test
  void theBestMethodIsAWord() {
    assertThat(Metrics.words("pmem.rand-4KiB.best-method"))
        .isEqualTo(List.of("ntstore", "clwb", "clflushopt", "clflush", "dccvap", "none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "saturation.knee.iops | saturation knee rate",
        "saturation.read.pinned.knee.latency-p99.9 | saturation, read, pinned: knee p99.9",
        "saturation.4x32.iops | saturation 4x32 rate",
        "load-curve.50.latency-p99 | load 50 % p99",
        "load-curve.usable.load | load usable share of the maximum",
        "pmem.best.rand-4KiB.latency-p99 | best method, random 4KiB: p99",
        "pmem.clwb.seq-512B.bandwidth | clwb, sequential 512B: bandwidth",
      })
  void theirMetricsHaveWords(String metric, String words) {
    assertThat(MetricNames.of(metric)).isEqualTo(words);
  }
}
