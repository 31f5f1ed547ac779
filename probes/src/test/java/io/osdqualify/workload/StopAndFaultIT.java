package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Stall;
import io.osdqualify.profile.Durability;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.rig.BlockRig.Cache;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Phases that are stopped, and drives that fail in the middle of one. */
class StopAndFaultIT {

  private static final long RING = 16 << 20;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Pattern AGE = Pattern.compile("in flight since (\\d+\\.\\d) s ago");

  private BlockRig rig;
  private Bench bench;

  @BeforeAll
  static void needsBlockDevices() {
    assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
  }

  @BeforeEach
  void drive() throws Exception {
    rig = BlockRig.open();
    bench = Bench.on(rig.fake("drive", 80, Cache.BACK, "wlat_us 100"));
  }

  @AfterEach
  void takeAway() {
    bench.close();
    rig.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void theStopSignalEndsAPhaseWithinASecond(Backend backend) throws Exception {
    StopSignal stop = new StopSignal();
    CompletableFuture<PhaseOutcome> running = start(backend, 2, Durability.DSYNC, stop);
    // Just after the first poll: the next one is almost a second away.
    Thread.sleep(1200);
    long asked = System.nanoTime();
    stop.request();
    PhaseOutcome outcome = running.get(10, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofMillis(700));
    assertThat(outcome.ending()).isEqualTo(Ending.INTERRUPTED);
    assertThat(outcome.phase().endedBecause()).isEqualTo("interrupted");
    assertThat(outcome.phase().operations()).isPositive();
    assertThat(outcome.phase().durationSeconds()).isBetween(0.9, 1.9);
    assertThat(outcome.phase().errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PSYNC, 5, EIO",
    "PSYNC, 61, ENODATA",
    "PSYNC, 121, EREMOTEIO",
    "PSYNC, 110, ETIMEDOUT",
    "PSYNC, 28, ENOSPC",
    "IO_URING, 5, EIO",
    "IO_URING, 61, ENODATA",
    "LIBAIO, 5, EIO",
    "LIBAIO, 121, EREMOTEIO"
  })
  void aBadBlockIsNamedWithItsOffset(Backend backend, int errno, String name) throws Exception {
    long bad = RING + 100 * Bench.BLOCK;
    rig.ctl("drive", "wlat_us 100", "err_w " + bad + " " + (bad + 511) + " " + errno);
    Instant began = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    PhaseOutcome outcome =
        start(backend, 2, Durability.DSYNC, new StopSignal()).get(20, TimeUnit.SECONDS);
    DeviceError error = onlyError(outcome);
    assertThat(error.operation()).isEqualTo(LatencyKind.WRITE);
    assertThat(error.errno()).isEqualTo(errno);
    assertThat(error.name()).isEqualTo(name);
    assertThat(error.offset()).isEqualTo(bad);
    assertThat(error.length()).isEqualTo(Bench.BLOCK);
    assertThat(error.stream()).isEqualTo(1);
    assertThat(outcome.detail())
        .contains(name + " (errno " + errno + ")", "offset " + bad, "stream 1", "1 error in all")
        .contains(" at " + error.at() + ", ", " s after the phase began")
        .doesNotContain("vanished");
    assertThat(error.at()).isBetween(began, Instant.now());
    // What was written before it is kept.
    assertThat(outcome.phase().streams().get(1).operations()).isEqualTo(100);
    assertThat(outcome.phase().endedBecause()).isEqualTo("a device error");
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aFailedFlushIsAFlushError(Backend backend) throws Exception {
    CompletableFuture<PhaseOutcome> running =
        start(backend, 1, Durability.FDATASYNC, new StopSignal());
    Thread.sleep(300);
    rig.ctl("drive", "wlat_us 100", "err_f 5");
    PhaseOutcome outcome = running.get(10, TimeUnit.SECONDS);
    DeviceError error = onlyError(outcome);
    assertThat(error.operation()).isEqualTo(LatencyKind.FLUSH);
    assertThat(error.name()).isEqualTo("EIO");
    assertThat(outcome.detail()).contains("flush of 4096 B at offset " + error.offset());
    assertThat(outcome.phase().operations()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aDriveThatVanishesIsADeviceError(Backend backend) throws Exception {
    CompletableFuture<PhaseOutcome> running = start(backend, 2, Durability.DSYNC, new StopSignal());
    Thread.sleep(300);
    rig.ctl("drive", "offline 19");
    PhaseOutcome outcome = running.get(10, TimeUnit.SECONDS);
    DeviceError error = onlyError(outcome);
    // ENODEV for a write; the loop device makes an EIO of the flush behind an O_DSYNC write.
    assertThat(error.name()).isIn("ENODEV", "EIO");
    assertThat(outcome.phase().operations()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aDriveWithoutCapacityIsSaidToHaveVanished(Backend backend) throws Exception {
    PhasePlan plan = plan(backend, 2, Durability.DSYNC);
    try (Bench pulled = Bench.on(rig.loop("pulled", 80, Cache.BACK, 512))) {
      CompletableFuture<PhaseOutcome> running =
          CompletableFuture.supplyAsync(() -> pulled.run(plan));
      Thread.sleep(300);
      rig.pull("pulled");
      PhaseOutcome outcome = running.get(10, TimeUnit.SECONDS);
      assertThat(onlyError(outcome).name()).isIn("ENOSPC", "EIO");
      assertThat(outcome.detail()).contains("the target has vanished: its size is 0");
      assertThat(outcome.phase().operations()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aKilledDriveIsADeviceError(Backend backend) throws Exception {
    CompletableFuture<PhaseOutcome> running = start(backend, 2, Durability.DSYNC, new StopSignal());
    Thread.sleep(300);
    rig.pull("drive");
    PhaseOutcome outcome = running.get(10, TimeUnit.SECONDS);
    assertThat(onlyError(outcome).name()).isIn("EIO", "ENOTCONN");
    assertThat(outcome.phase().operations()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aHangThatEndsIsAStallAndNoError(Backend backend) throws Exception {
    Duration counting = Duration.ofSeconds(4);
    PhasePlan plan =
        usable(
            Bench.writes(
                backend, Bench.rings(2, RING, Durability.DSYNC, 1), Duration.ZERO, counting));
    CompletableFuture<PhaseOutcome> running = CompletableFuture.supplyAsync(() -> bench.run(plan));
    Thread.sleep(500);
    rig.ctl("drive", "hang_w 1");
    long hung = System.nanoTime();
    Thread.sleep(1500);
    rig.ctl("drive", "wlat_us 100");
    Duration longest = Duration.ofNanos(System.nanoTime() - hung);
    PhaseOutcome outcome = running.get(20, TimeUnit.SECONDS);
    assertThat(outcome.ending()).as(outcome.detail()).isEqualTo(Ending.WHOLE);
    assertThat(outcome.phase().errors()).isEmpty();
    Stall worst = outcome.phase().stalls().get(0);
    assertThat(worst.latencyNs()).isBetween(1_400_000_000L, longest.plusMillis(500).toNanos());
    assertThat(worst.atSeconds()).isBetween(1.8, 3.9);
    assertThat(worst.offset()).isBetween(0L, 2 * RING);
    // Each stream had one operation in flight, and both have gone on.
    assertThat(outcome.phase().stalls().get(1).stream()).isNotEqualTo(worst.stream());
    assertThat(outcome.phase().stalls().get(2).latencyNs()).isLessThan(1_400_000_000L);
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aHangingDriveIsReportedAndFreedWhenItAnswers(Backend backend) throws Exception {
    StopSignal stop = new StopSignal();
    CompletableFuture<PhaseOutcome> running = start(backend, 2, Durability.DSYNC, stop);
    Thread.sleep(300);
    rig.ctl("drive", "hang_w 1");
    Thread.sleep(700);
    long asked = System.nanoTime();
    stop.request();
    PhaseOutcome outcome = running.get(10, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofMillis(1500));
    assertThat(outcome.ending()).isEqualTo(Ending.HUNG);
    Matcher age = AGE.matcher(outcome.detail());
    assertThat(age.find()).as(outcome.detail()).isTrue();
    assertThat(Double.parseDouble(age.group(1))).isBetween(1.0, 3.5);
    assertThat(outcome.phase().operations()).isPositive();
    assertThat(workers()).isEqualTo(2);

    rig.ctl("drive", "wlat_us 100");
    for (int i = 0; i < 100 && workers() > 0; i++) {
      Thread.sleep(20);
    }
    assertThat(workers()).isZero();
    PhaseOutcome next =
        bench.run(
            Bench.writes(
                backend,
                Bench.rings(2, RING, Durability.DSYNC, 1),
                Duration.ZERO,
                Duration.ofMillis(300)));
    assertThat(next.ending()).as(next.detail()).isEqualTo(Ending.WHOLE);
  }

  @ParameterizedTest
  @EnumSource(names = {"PSYNC", "IO_URING", "LIBAIO"})
  void aDriveThatNeverAnswersIsGivenUpWithoutTheUser(Backend backend) {
    rig.ctl("drive", "hang_w 1");
    PhaseOutcome outcome = bench.run(plan(backend, 1, Durability.DSYNC), Duration.ofSeconds(2));
    assertThat(outcome.ending()).isEqualTo(Ending.HUNG);
    assertThat(outcome.phase().endedBecause()).isEqualTo("the device has not answered for 2 s");
    rig.ctl("drive", "wlat_us 0");
  }

  private CompletableFuture<PhaseOutcome> start(
      Backend backend, int streams, Durability durability, StopSignal stop) {
    PhasePlan plan = plan(backend, streams, durability);
    return CompletableFuture.supplyAsync(() -> bench.run(plan, stop));
  }

  private static PhasePlan plan(Backend backend, int streams, Durability durability) {
    return usable(
        Bench.writes(backend, Bench.rings(streams, RING, durability, 1), Duration.ZERO, LONG));
  }

  /** Skips where this kernel has not what the plan needs. */
  private static PhasePlan usable(PhasePlan plan) {
    EngineFeatures features = new NativeEngine().features();
    Backend backend = plan.workload().backend();
    assumeTrue(backend != Backend.IO_URING || features.ioUring(), features::ioUringError);
    assumeTrue(backend != Backend.LIBAIO || features.libaio(), features::libaioError);
    return plan;
  }

  private static DeviceError onlyError(PhaseOutcome outcome) {
    assertThat(outcome.ending()).as(outcome.detail()).isEqualTo(Ending.DEVICE_ERROR);
    assertThat(outcome.phase().errors()).hasSize(1);
    return outcome.phase().errors().get(0);
  }

  /** The engine's threads in this process. */
  private static int workers() throws IOException {
    int count = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        count += name(thread).startsWith("oq-stream") ? 1 : 0;
      }
    }
    return count;
  }

  private static String name(Path thread) throws IOException {
    try {
      return Files.readString(thread.resolve("comm"));
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
