package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Stream;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbesTest {

  private static final long MIB = 1L << 20;
  private static final EngineFeatures ALL = new EngineFeatures(true, "", true, 20);
  private static final EngineFeatures NO_RING = new EngineFeatures(false, "EPERM", true, 20);

  private static ProbeContext context(
      long range,
      int block,
      int osds,
      boolean quick,
      EngineChoice engine,
      EngineFeatures features) {
    Expression.Scope scope =
        new Expression.Scope(
            Map.of(
                "osds", new Expression.Result.Figure(osds, Unit.NONE),
                "capacity", new Expression.Result.Figure(range, Unit.BYTES),
                "transport", new Expression.Result.Text("nvme")));
    return new ProbeContext(0, range, block, osds, scope, engine, features, quick, 7);
  }

  private static List<PhasePlan> plan(long range, int block, int osds, boolean quick)
      throws Exception {
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    return Probes.phases(profile, context(range, block, osds, quick, EngineChoice.AUTO, ALL));
  }

  private static PhasePlan phase(List<PhasePlan> phases, String name) {
    return phases.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aFullPlanFillsTheDeviceTwiceThenCommitsThenScales() throws Exception {
    List<PhasePlan> phases = plan(1024 * MIB, 512, 6, false);
    assertThat(phases)
        .extracting(PhasePlan::name)
        .containsExactly(
            "precondition",
            "commit.none.streams-1",
            "commit.fdatasync.streams-1",
            "commit.dsync.streams-1",
            "commit.none-512B.streams-1",
            "commit.fdatasync-512B.streams-1",
            "commit.dsync-512B.streams-1",
            "commit.fdatasync.streams-2",
            "commit.fdatasync.streams-4",
            "commit.fdatasync.streams-6",
            "commit.fdatasync.streams-8",
            "commit.fdatasync.streams-16");
    assertThat(phases.get(0).workload().maxBytes()).isEqualTo(2048 * MIB);
    assertThat(phases.get(0).endsByVolume()).isTrue();
  }

  @Test
  void blocksBelowTheLogicalBlockAreLeftOut() throws Exception {
    assertThat(plan(1024 * MIB, 4096, 1, true))
        .extracting(PhasePlan::name)
        .noneMatch(name -> name.contains("512B"));
  }

  @Test
  void aQuickPlanHasShortPhasesNoPreconditioningAndEndsInTwoMinutes() throws Exception {
    List<PhasePlan> phases = plan(1024 * MIB, 512, 30, true);
    assertThat(phases).extracting(PhasePlan::name).doesNotContain("precondition");
    Duration longest =
        phases.stream()
            .map(phase -> phase.rule().ramp().plus(phase.rule().max()))
            .reduce(Duration.ZERO, Duration::plus);
    assertThat(longest).isLessThan(Duration.ofSeconds(110));
    assertThat(phases).allSatisfy(p -> assertThat(p.rule().min()).isEqualTo(p.rule().max()));
  }

  @Test
  void streamsHaveRegionsOfTheirOwnInsideTheRangeOfOneGibibyteAtMost() throws Exception {
    long range = 20_000 * MIB + 12288;
    List<PhasePlan> phases = plan(range, 512, 30, true);
    for (PhasePlan phase : phases) {
      long end = 0;
      for (Stream stream : phase.workload().streams()) {
        assertThat(stream.offset()).isGreaterThanOrEqualTo(end);
        assertThat(stream.length()).isPositive().isLessThanOrEqualTo(1024 * MIB);
        end = stream.offset() + stream.length();
      }
      assertThat(end).isLessThanOrEqualTo(range);
    }
    PhasePlan thirty = phase(phases, "commit.fdatasync.streams-30");
    assertThat(thirty.workload().streams()).hasSize(30).allMatch(s -> s.depth() == 1);
    assertThat(thirty.workload().streams().stream().map(Stream::seed).distinct()).hasSize(30);
    assertThat(thirty.workload().streams().get(29).length()).isEqualTo(666 * MIB);
  }

  @Test
  void theSameSeedGivesTheSamePlan() throws Exception {
    assertThat(plan(1024 * MIB, 512, 4, true)).isEqualTo(plan(1024 * MIB, 512, 4, true));
  }

  @Test
  void aRangeWithoutRoomForItsStreamsIsRefused() {
    ProbeContext tiny = context(8192, 512, 1, true, EngineChoice.AUTO, ALL);
    CommitPhase phase = new CommitPhase(Durability.FDATASYNC, 4096, 4, 1024 * MIB);
    assertThatThrownBy(() -> Ring.of(tiny, 0, phase.streams(), phase.blockBytes(), 1024 * MIB))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no room for 4 streams");
  }

  @Test
  void autoCommitsAsAnOsdDoesAndUsesIoUringAbove() {
    assertThat(EngineChoice.AUTO.backend(1, ALL)).isEqualTo(Backend.PSYNC);
    assertThat(EngineChoice.AUTO.backend(8, ALL)).isEqualTo(Backend.IO_URING);
    assertThat(EngineChoice.AUTO.backend(8, NO_RING)).isEqualTo(Backend.PSYNC);
    assertThat(EngineChoice.IO_URING.backend(1, ALL)).isEqualTo(Backend.IO_URING);
  }

  @Test
  void anEngineThatIsAskedForIsNeverReplacedSilently() {
    assertThatThrownBy(() -> EngineChoice.IO_URING.backend(1, NO_RING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("EPERM")
        .hasMessageContaining("--engine psync");
  }
}
