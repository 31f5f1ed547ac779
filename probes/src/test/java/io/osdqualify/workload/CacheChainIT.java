package io.osdqualify.workload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.CacheChainStep;
import io.osdqualify.profile.CacheKind;
import io.osdqualify.profile.Conduct;
import io.osdqualify.profile.Expressions;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.Rate;
import io.osdqualify.profile.Spacing;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.rig.BlockRig.Cache;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Chains of caches, held against the counters of the device that they ran on. */
class CacheChainIT {

  private static final Duration COUNTING = Duration.ofSeconds(3);
  private static final long MS = 1_000_000;

  /** The rig's own share of each request, at most, on a busy machine. */
  private static final long RIG = MS;

  @BeforeAll
  static void needsBlockDevices() {
    assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
  }

  private static PhasePlan plan(CacheKind chain, int journal, ProbeContext context)
      throws Exception {
    PhaseRule rule = new PhaseRule(Duration.ZERO, COUNTING, COUNTING, 0, 0, COUNTING);
    CacheChainStep step =
        new CacheChainStep(
            chain,
            List.of(journal),
            List.of(Expressions.parse("1", List.of())),
            List.of(Rate.CLOSED),
            Spacing.POISSON,
            1L << 30,
            new Conduct(rule, false, IoEngine.AUTO));
    return new CacheChain(step).phases(context).get(0);
  }

  private record Run(Phase phase, Map<String, Long> device) {
    LatencyHistogram latency(LatencyKind kind) {
      return requireNonNull(phase.latency().get(kind));
    }

    long device(String counter) {
      return requireNonNull(device.get(counter));
    }

    /** Each counted, and one more that was in flight when counting ended. */
    void deviceGot(String counter, int perChain) {
      assertThat(device(counter))
          .as(counter)
          .isBetween(perChain * phase.operations(), perChain * (phase.operations() + 1));
    }
  }

  private static Run run(CacheKind chain, int journal) throws Exception {
    try (BlockRig rig = BlockRig.open()) {
      Path drive = rig.fake("chain", 64, Cache.BACK, "wlat_us 3000", "flat_us 8000", "reset 1");
      try (Bench bench = Bench.on(drive)) {
        // The checks before the run opened and closed it, which flushes it.
        Map<String, Long> before = rig.stat("chain");
        PhaseOutcome outcome = bench.run(plan(chain, journal, bench.context()));
        assertThat(outcome.ending()).isEqualTo(Ending.WHOLE);
        Map<String, Long> device = new HashMap<>(rig.stat("chain"));
        before.forEach((counter, value) -> device.merge(counter, -value, Long::sum));
        return new Run(outcome.phase(), device);
      }
    }
  }

  /** Two writes one after the other; an O_DSYNC write on a drive without FUA has two flushes. */
  @Test
  void bcacheWritesTwiceAndFlushesTwiceAndNothingOverlaps() throws Exception {
    Run run = run(CacheKind.BCACHE, 4096);
    run.deviceGot("writes", 2);
    run.deviceGot("flushes", 2);
    long bytes = run.device("write_bytes");
    assertThat(bytes / (double) run.device("writes")).isBetween(4096.0, 6144.0);
    assertThat(run.latency(LatencyKind.COMMIT).minNs()).isBetween(22 * MS, 22 * MS + 4 * RIG);
    assertThat(run.latency(LatencyKind.WRITE).count()).isEqualTo(2 * run.phase().operations());
    assertThat(run.phase().latency()).doesNotContainKey(LatencyKind.FLUSH);
  }

  @Test
  void aJournalOfSectorsWritesSectors() throws Exception {
    Run run = run(CacheKind.BCACHE, 512);
    run.deviceGot("writes", 2);
    assertThat(run.phase().bytes()).isEqualTo(run.phase().operations() * (4096 + 512));
  }

  /** Three writes and three flushes: one of its own, and those of the O_DSYNC write. */
  @Test
  void writecacheFlushesBeforeItsSuperblock() throws Exception {
    Run run = run(CacheKind.WRITECACHE, 4096);
    run.deviceGot("writes", 3);
    run.deviceGot("flushes", 3);
    assertThat(run.phase().bytes()).isEqualTo(run.phase().operations() * (4096 + 65_536 + 4096));
    assertThat(run.latency(LatencyKind.COMMIT).minNs()).isBetween(33 * MS, 33 * MS + 6 * RIG);
    assertThat(run.latency(LatencyKind.FLUSH).count()).isEqualTo(run.phase().operations());
    assertThat(run.latency(LatencyKind.FLUSH).minNs()).isBetween(8 * MS, 8 * MS + RIG);
  }
}
