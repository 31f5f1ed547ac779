package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Durability;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.rig.BlockRig.Cache;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A drive that stalls under a schedule that does not wait for it. */
class OpenLoopIT {

  private static final double RATE = 200;
  private static final long STALL_MS = 2000;
  private static final long SECOND = 1_000_000_000L;

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

  /**
   * In closed loop a stall of 2 s is one long operation of each stream. In open loop it is the 400
   * that were due in it, and half of them wait longer than a second.
   */
  @ParameterizedTest
  @CsvSource({"PSYNC, 1", "IO_URING, 1", "IO_URING, 4", "LIBAIO, 1", "LIBAIO, 4"})
  void aStallOfTwoSecondsIsInAllThatShouldHaveStarted(Backend backend, int depth) throws Exception {
    CompletableFuture<PhaseOutcome> running =
        CompletableFuture.supplyAsync(() -> bench.run(plan(backend, depth)));
    Thread.sleep(1500);
    rig.ctl("drive", "hang_w 1");
    Thread.sleep(STALL_MS);
    rig.ctl("drive", "wlat_us 100");
    PhaseOutcome outcome = running.join();

    assertThat(outcome.ending()).as(outcome.detail()).isEqualTo(Ending.WHOLE);
    Phase phase = outcome.phase();
    LatencyHistogram response = histogram(phase, LatencyKind.RESPONSE);
    LatencyHistogram service = histogram(phase, LatencyKind.COMMIT);
    // How long the drive really stood still: what was in flight saw it from end to end.
    double stall = service.maxNs() / 1e9;
    assertThat(stall).isBetween(1.9, 3.5);
    assertThat(phase.operations() / RATE).isBetween(7.7, 8.1);
    assertThat(response.maxNs() / 1e9).isBetween(stall, stall + 0.5);
    // More than that on a busy machine, where it takes long to make up for the stall.
    double due = RATE * (stall - 1);
    assertThat((double) response.countAbove(SECOND)).isBetween(0.97 * due, due + RATE);
    assertThat(service.countAbove(SECOND)).isBetween(1L, (long) depth);
    assertThat(service.percentile(99)).isLessThan(SECOND);
    assertThat(response.percentile(80)).isGreaterThan(100_000_000L);
  }

  private static LatencyHistogram histogram(Phase phase, LatencyKind kind) {
    return Objects.requireNonNull(phase.latency().get(kind), kind.key());
  }

  private static PhasePlan plan(Backend backend, int depth) {
    Stream stream =
        Stream.sequential("test", new Region(0, 16 << 20))
            .durability(Durability.DSYNC)
            .arrival(Arrival.fixed(RATE))
            .depth(depth)
            .build();
    return Bench.writes(backend, List.of(stream), Duration.ZERO, Duration.ofSeconds(8));
  }
}
