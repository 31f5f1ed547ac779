package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.rig.BlockRig.Cache;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Phases that end by themselves: when they know enough, or when their volume is written. */
class EndRuleIT {

  private static final int SIZE_MIB = 64;
  private static final PhaseRule ANY =
      new PhaseRule(
          Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), 0, 0, Duration.ofSeconds(1));

  @BeforeAll
  static void needsBlockDevices() {
    assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
  }

  @Test
  void aQuietDeviceEndsAPhaseBeforeItsLongestTime() throws Exception {
    Duration max = Duration.ofSeconds(40);
    // So slow that the machine's other work is not seen in it.
    try (BlockRig rig = BlockRig.open();
        Bench bench = Bench.on(rig.fake("quiet", SIZE_MIB, Cache.BACK, "wlat_us 20000"))) {
      Workload workload =
          new Workload(
              Backend.PSYNC,
              Bench.rings(1, 16 << 20, Durability.DSYNC, 1),
              Duration.ofMillis(200),
              max,
              0,
              Workload.Options.USUAL);
      PhaseRule rule =
          new PhaseRule(Duration.ofMillis(200), Duration.ofSeconds(3), max, 0, 0.1, max);
      PhaseOutcome outcome = bench.run(new PhasePlan("test", "quiet", "", workload, rule));
      assertThat(outcome.ending()).isEqualTo(Ending.WHOLE);
      assertThat(outcome.phase().endedBecause()).startsWith("the 95 % interval is within ± ");
      assertThat(outcome.phase().durationSeconds()).isBetween(3.0, 39.0);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5})
  void preconditioningWritesItsVolumeAndEachBlock(double passes) throws Exception {
    try (BlockRig rig = BlockRig.open()) {
      Path device = rig.fake("fresh", SIZE_MIB, Cache.BACK);
      long range = (long) SIZE_MIB << 20;
      long volume = (long) (range * passes);
      try (Bench bench = Bench.on(device)) {
        Probe fill = new Precondition(context -> volume, 128 << 10, ANY, IoEngine.AUTO);
        List<Phase> measured = new ArrayList<>();
        Optional<PhasePlan> next = fill.next(bench.context(), measured);
        while (next.isPresent()) {
          PhaseOutcome outcome = bench.run(next.get());
          assertThat(outcome.ending()).isEqualTo(Ending.WHOLE);
          assertThat(outcome.phase().endedBecause()).isEqualTo("its volume was written");
          measured.add(outcome.phase());
          next = fill.next(bench.context(), measured);
        }
        assertThat(measured).hasSize((int) Math.ceil(passes));
        assertThat(measured.stream().mapToLong(Phase::bytes).sum()).isEqualTo(volume);
      }
      Map<String, Long> counters = rig.stat("fresh");
      assertThat(counters).containsEntry("write_bytes", volume);
      assertThat(blocks(device)).hasSize((int) (range / Bench.BLOCK)).doesNotContain(zeroes());
    }
  }

  /** The different blocks of a device. */
  private static Set<ByteBuffer> blocks(Path device) throws IOException {
    Set<ByteBuffer> blocks = new HashSet<>();
    try (FileChannel channel = FileChannel.open(device)) {
      ByteBuffer block = ByteBuffer.allocate(Bench.BLOCK);
      while (channel.read(block) == Bench.BLOCK) {
        blocks.add(block.flip());
        block = ByteBuffer.allocate(Bench.BLOCK);
      }
    }
    return blocks;
  }

  private static ByteBuffer zeroes() {
    return ByteBuffer.allocate(Bench.BLOCK);
  }
}
