package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.engine.Backend;
import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.profile.Durability;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.rig.BlockRig.Cache;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a phase says of itself agrees with itself and with what the kernel counted. */
class CommitAccountingIT {

  private static final Duration RAMP = Duration.ofMillis(100);
  private static final Duration COUNTING = Duration.ofMillis(1100);
  private static final long RING = 16 << 20;
  private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

  private static @Nullable BlockRig rig;
  private static @Nullable Bench slow;
  private static @Nullable Bench memory;

  /** A drive with 80 µs writes and 150 µs flushes, and memory, where the engine's part is large. */
  private enum Device {
    SLOW,
    MEMORY
  }

  @BeforeAll
  static void devices() throws Exception {
    assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
    BlockRig opened = BlockRig.open();
    rig = opened;
    slow = Bench.on(opened.fake("slow", 80, Cache.BACK, "wlat_us 80", "flat_us 150"));
    memory = Bench.on(opened.loop("memory", 80, Cache.BACK, 512));
  }

  @AfterAll
  static void takeAway() {
    Stream.of(slow, memory).filter(Objects::nonNull).forEach(Bench::close);
    if (rig != null) {
      rig.close();
    }
  }

  static Stream<Arguments> workloads() {
    return Arrays.stream(Device.values())
        .flatMap(
            device ->
                Arrays.stream(Durability.values())
                    .flatMap(
                        durability ->
                            Stream.of(
                                Arguments.of(device, Backend.PSYNC, durability, 1, 1),
                                Arguments.of(device, Backend.PSYNC, durability, 4, 1),
                                Arguments.of(device, Backend.IO_URING, durability, 1, 1),
                                Arguments.of(device, Backend.IO_URING, durability, 4, 1),
                                Arguments.of(device, Backend.IO_URING, durability, 1, 8),
                                Arguments.of(device, Backend.LIBAIO, durability, 1, 1),
                                Arguments.of(device, Backend.LIBAIO, durability, 1, 8))))
        .filter(CommitAccountingIT::isPossible);
  }

  /** libaio has no sync_file_range. */
  private static boolean isPossible(Arguments workload) {
    List<Object> values = List.of(workload.get());
    return !(values.contains(Backend.LIBAIO) && values.contains(Durability.BUFFERED));
  }

  @ParameterizedTest(name = "{0} {1} {2} {3} x {4}")
  @MethodSource("workloads")
  void everyCountAgrees(
      Device device, Backend backend, Durability durability, int streams, int depth) {
    Bench bench = Objects.requireNonNull(device == Device.SLOW ? slow : memory);
    Phase phase = measure(bench, backend, durability, streams, depth);
    SoftAssertions.assertSoftly(
        softly -> {
          littlesLaw(softly, phase, streams * depth);
          histograms(softly, phase, durability);
          parts(softly, phase, backend, durability);
          series(softly, phase, durability);
          perStream(softly, phase, streams);
          DiskCounters disk = Objects.requireNonNull(phase.disk());
          bytesOnDisk(softly, disk);
          flushesOnDisk(softly, disk, backend, durability, streams * depth);
        });
  }

  /** Once more where somebody took the CPU between two operations: that is in no latency. */
  private static Phase measure(
      Bench bench, Backend backend, Durability durability, int streams, int depth) {
    PhasePlan plan =
        Bench.writes(backend, Bench.rings(streams, RING, durability, depth), RAMP, COUNTING);
    Phase phase = null;
    for (int i = 0; i < 3 && (phase == null || !isCloseToLittlesLaw(phase, streams * depth)); i++) {
      PhaseOutcome outcome = bench.run(plan);
      assertThat(outcome.ending()).as(outcome.detail()).isEqualTo(Ending.WHOLE);
      phase = outcome.phase();
    }
    return Objects.requireNonNull(phase);
  }

  private static boolean isCloseToLittlesLaw(Phase phase, int inFlight) {
    double meanNs = latency(phase, phase.mainKind()).meanNs();
    return meanNs < 20_000 || Math.abs(inFlight(phase) / inFlight - 1) <= 0.05;
  }

  private static double inFlight(Phase phase) {
    return phase.iops() * latency(phase, phase.mainKind()).meanNs() / 1e9;
  }

  private static void littlesLaw(SoftAssertions softly, Phase phase, int inFlight) {
    double meanNs = latency(phase, phase.mainKind()).meanNs();
    if (meanNs >= 20_000) {
      softly
          .assertThat(inFlight(phase))
          .as("IOPS x mean latency of %.0f ns", meanNs)
          .isCloseTo(inFlight, Percentage.withPercentage(5));
    }
  }

  private static void histograms(SoftAssertions softly, Phase phase, Durability durability) {
    List<LatencyKind> kinds =
        switch (durability) {
          case NONE -> List.of(LatencyKind.WRITE);
          case DSYNC -> List.of(LatencyKind.COMMIT, LatencyKind.WRITE);
          case FDATASYNC, FSYNC, BUFFERED ->
              List.of(LatencyKind.COMMIT, LatencyKind.WRITE, LatencyKind.FLUSH);
        };
    softly.assertThat(phase.operations()).isPositive();
    softly.assertThat(phase.bytes()).isEqualTo(phase.operations() * Bench.BLOCK);
    softly.assertThat(phase.latency()).containsOnlyKeys(kinds);
    kinds.forEach(
        kind ->
            softly
                .assertThat(latency(phase, kind).count())
                .as(kind.key())
                .isEqualTo(calls(phase, kind, durability)));
  }

  /** One of each kind a commit, but that a buffered write's flush is in two parts. */
  private static long calls(Phase phase, LatencyKind kind, Durability durability) {
    boolean twice = durability == Durability.BUFFERED && kind == LatencyKind.FLUSH;
    return (twice ? 2 : 1) * phase.operations();
  }

  /** psync reads the clock once between write and flush; io_uring's flush waits for its turn. */
  private static void parts(
      SoftAssertions softly, Phase phase, Backend backend, Durability durability) {
    if (durability != Durability.FDATASYNC) {
      return;
    }
    double commit = latency(phase, LatencyKind.COMMIT).meanNs();
    double parts =
        latency(phase, LatencyKind.WRITE).meanNs() + latency(phase, LatencyKind.FLUSH).meanNs();
    softly.assertThat(commit).isGreaterThanOrEqualTo(parts - 1);
    if (backend == Backend.PSYNC) {
      softly.assertThat(commit).isCloseTo(parts, within(1.0));
    }
  }

  private static void series(SoftAssertions softly, Phase phase, Durability durability) {
    phase
        .series()
        .forEach(
            (kind, points) -> {
              softly.assertThat(points.size()).as(kind.key()).isGreaterThan(1);
              softly
                  .assertThat(points.stream().mapToLong(SeriesPoint::operations).sum())
                  .as(kind.key())
                  .isEqualTo(calls(phase, kind, durability));
              softly
                  .assertThat(points.stream().mapToLong(SeriesPoint::bytes).sum())
                  .as(kind.key())
                  .isEqualTo(phase.bytes());
              softly
                  .assertThat(points.stream().mapToDouble(SeriesPoint::seconds).sum())
                  .as(kind.key())
                  .isCloseTo(phase.durationSeconds(), within(1e-6));
              softly
                  .assertThat(points.stream().mapToDouble(CommitAccountingIT::totalNs).sum())
                  .as(kind.key())
                  .isCloseTo(
                      latency(phase, kind).meanNs() * calls(phase, kind, durability),
                      Percentage.withPercentage(0.001));
            });
  }

  private static double totalNs(SeriesPoint point) {
    Double mean = point.meanNs();
    return mean == null ? 0 : mean * point.operations();
  }

  private static void perStream(SoftAssertions softly, Phase phase, int streams) {
    softly.assertThat(phase.streams()).hasSize(streams);
    softly
        .assertThat(phase.streams().stream().mapToLong(StreamResult::operations).sum())
        .isEqualTo(phase.operations());
    softly.assertThat(phase.streams()).allMatch(stream -> stream.operations() > 0);
  }

  private static void bytesOnDisk(SoftAssertions softly, DiskCounters disk) {
    softly
        .assertThat(disk.deviceWrittenBytes())
        .as("written bytes")
        .isCloseTo(disk.engineWrittenBytes(), ONE_PERCENT);
    softly.assertThat(disk.deviceReadBytes()).as("read bytes").isZero();
  }

  /**
   * A commit is one flush at the device, with two exceptions of the kernel's: flushes that several
   * operations want at a time are made one; and a blocking O_DSYNC write to a device without FUA is
   * flushed as the write it is, and once more by the wait for it (Linux 6: 2 flushes), while
   * io_uring's is flushed once.
   */
  private static void flushesOnDisk(
      SoftAssertions softly,
      DiskCounters disk,
      Backend backend,
      Durability durability,
      int inFlight) {
    long commits = disk.engineFlushes();
    long flushes = Objects.requireNonNull(disk.deviceFlushes());
    boolean twice = backend == Backend.PSYNC && durability == Durability.DSYNC;
    if (durability == Durability.NONE) {
      softly.assertThat(commits).isZero();
      softly.assertThat(flushes).as("flushes").isZero();
    } else if (inFlight > 1) {
      softly
          .assertThat(flushes)
          .as("flushes of %d commits", commits)
          .isPositive()
          .isLessThanOrEqualTo((twice ? 2 : 1) * commits * 101 / 100);
    } else if (twice && flushes > 1.5 * commits) {
      softly.assertThat(flushes).as("flushes").isCloseTo(2 * commits, ONE_PERCENT);
    } else {
      softly.assertThat(flushes).as("flushes").isCloseTo(commits, ONE_PERCENT);
    }
  }

  private static LatencyHistogram latency(Phase phase, LatencyKind kind) {
    return Objects.requireNonNull(phase.latency().get(kind), kind.key());
  }
}
