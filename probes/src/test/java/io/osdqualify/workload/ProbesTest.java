package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProbesTest {

  private static final long MIB = 1L << 20;
  private static final EngineFeatures ALL = EngineFeatures.ALL;
  private static final EngineFeatures NOTHING =
      new EngineFeatures(false, "EPERM", Set.of(), true, false, "ENOSYS", Set.of(), 20);

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
    return new ProbeContext(
        new ProbeContext.Area(0, range, block),
        new ProbeContext.Asked(osds, Tier.MINIMUM, scope, quick, 7),
        new ProbeContext.Means(engine, features, Workload.Options.USUAL));
  }

  private static List<PhasePlan> plan(long range, int block, int osds, boolean quick)
      throws Exception {
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    return Probes.of(profile, context(range, block, osds, quick, EngineChoice.AUTO, ALL))
        .outline()
        .stream()
        .map(Outline::phase)
        .toList();
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
            "precondition.pass-1",
            "precondition.pass-2",
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
            "commit.fdatasync.streams-16",
            "mixed.wal+db",
            "steady-state.round.01");
    assertThat(phases.get(0).workload().maxBytes()).isEqualTo(1024 * MIB);
    assertThat(phases.get(0).endsByVolume()).isTrue();
  }

  @Test
  void theCacheIsSwitchedOffForOnePhaseWhereThatIsAllowedAndPossible() throws Exception {
    ProbeContext context = context(1024 * MIB, 512, 1, false, EngineChoice.AUTO, ALL);
    ProbeContext allowed = context.after(true, ProbeContext.Progress.NONE);
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    assertThat(Probes.of(profile, allowed).outline())
        .extracting(Outline::phase)
        .filteredOn(PhasePlan::cacheOff)
        .extracting(PhasePlan::name)
        .containsExactly("commit.fdatasync-cache-off.streams-1");
    assertThat(Probes.of(profile, context).outline())
        .extracting(Outline::phase)
        .noneMatch(PhasePlan::cacheOff);
  }

  @Test
  void whatComesNextFollowsFromWhatWasMeasured() throws Exception {
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    ProbeContext context = context(1024 * MIB, 4096, 1, false, EngineChoice.AUTO, ALL);
    Probes probes = Probes.of(profile, context);
    assertThat(probes.next(List.of()).map(PhasePlan::name)).contains("precondition.pass-1");
  }

  @Test
  void aPassThatWasCutShortGoesOnBehindWhatIsSureToBeWritten() {
    ProbeContext fresh = context(64 * MIB + 4096, 512, 1, false, EngineChoice.AUTO, ALL);
    ProbeContext cut =
        fresh.after(false, new ProbeContext.Progress("precondition.pass-1", 10 * MIB + 5));
    PhasePlan rest = Precondition.onePass(RULE).next(cut, List.of()).orElseThrow();
    assertThat(rest.alreadyWritten()).isEqualTo(9 * MIB);
    assertThat(rest.workload().maxBytes()).isEqualTo(55 * MIB);
    assertThat(rest.workload().streams().get(0).region()).isEqualTo(new Region(9 * MIB, 55 * MIB));
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
    assertThat(phases)
        .extracting(PhasePlan::name)
        .noneMatch(name -> name.startsWith("precondition"));
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
        assertThat(stream.region().offset()).isGreaterThanOrEqualTo(end);
        assertThat(stream.region().length()).isPositive().isLessThanOrEqualTo(1024 * MIB);
        end = stream.region().offset() + stream.region().length();
      }
      assertThat(end).isLessThanOrEqualTo(range);
    }
    PhasePlan thirty = phase(phases, "commit.fdatasync.streams-30");
    assertThat(thirty.workload().streams()).hasSize(30).allMatch(s -> s.depth() == 1);
    assertThat(thirty.workload().streams().stream().map(Stream::seed).distinct()).hasSize(30);
    assertThat(thirty.workload().streams().get(29).region().length()).isEqualTo(666 * MIB);
  }

  @Test
  void theSameSeedGivesTheSamePlan() throws Exception {
    assertThat(plan(1024 * MIB, 512, 4, true)).isEqualTo(plan(1024 * MIB, 512, 4, true));
  }

  @Test
  void ringsAreOfWholePagesForBufferedWrites() {
    ProbeContext context = context(4096 * MIB + 512, 512, 1, true, EngineChoice.AUTO, ALL);
    assertThat(Ring.of(context, 1, 3, 512, 17_000_000).length()).isEqualTo(16 * MIB);
    assertThat(Ring.of(context, 1, 3, 512, 17_000_000).offset() % MIB).isZero();
  }

  @Test
  void aRangeWithoutRoomForItsStreamsIsRefused() {
    ProbeContext tiny = context(8192, 512, 1, true, EngineChoice.AUTO, ALL);
    CommitPhase phase =
        new CommitPhase(Durability.FDATASYNC, 4096, 4, 1024 * MIB, IoEngine.AUTO, false);
    assertThatThrownBy(() -> Ring.of(tiny, 0, phase.streams(), phase.blockBytes(), 1024 * MIB))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no room for 4 streams");
  }

  private static Backend backend(EngineChoice choice, IoEngine wish, int depth) {
    return choice.backend(wish, depth, ALL);
  }

  @Test
  void autoCommitsAsAnOsdDoesAndUsesIoUringAbove() {
    assertThat(backend(EngineChoice.AUTO, IoEngine.AUTO, 1)).isEqualTo(Backend.PSYNC);
    assertThat(backend(EngineChoice.AUTO, IoEngine.AUTO, 8)).isEqualTo(Backend.IO_URING);
    assertThat(EngineChoice.AUTO.backend(IoEngine.AUTO, 8, NOTHING)).isEqualTo(Backend.PSYNC);
  }

  @Test
  void autoIsLibaioWhereTheProfileAsksForBlueStoresWayAtEveryDepth() {
    assertThat(backend(EngineChoice.AUTO, IoEngine.BLUESTORE, 1)).isEqualTo(Backend.LIBAIO);
    assertThat(backend(EngineChoice.AUTO, IoEngine.BLUESTORE, 8)).isEqualTo(Backend.LIBAIO);
    assertThatThrownBy(() -> EngineChoice.AUTO.backend(IoEngine.BLUESTORE, 1, NOTHING))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "libaio can't be used here: ENOSYS; the profile asks for BlueStore's way;"
                + " try --engine psync");
  }

  @Test
  void whatTheUserAsksForGoesBeforeTheProfile() {
    assertThat(backend(EngineChoice.IO_URING, IoEngine.BLUESTORE, 1)).isEqualTo(Backend.IO_URING);
    assertThat(backend(EngineChoice.PSYNC, IoEngine.BLUESTORE, 8)).isEqualTo(Backend.PSYNC);
    assertThat(backend(EngineChoice.PMEM, IoEngine.AUTO, 8)).isEqualTo(Backend.PMEM);
    assertThat(backend(EngineChoice.LIBAIO, IoEngine.AUTO, 1)).isEqualTo(Backend.LIBAIO);
  }

  @ParameterizedTest
  @CsvSource({"AUTO, AUTO, PSYNC", "AUTO, BLUESTORE, PSYNC", "IO_URING, BLUESTORE, IO_URING"})
  void bufferedCommitsAreBlockingCallsAsInBlueStore(
      EngineChoice choice, IoEngine wish, Backend backend) {
    assertThat(choice.commitBackend(wish, Durability.BUFFERED, ALL)).isEqualTo(backend);
    assertThat(choice.commitBackend(wish, Durability.FSYNC, ALL))
        .isEqualTo(choice.backend(wish, 1, ALL));
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"LIBAIO", "PMEM"})
  void anEngineWithoutBufferedWritesIsRefusedBeforeAnythingIsWritten(EngineChoice choice) {
    assertThatThrownBy(() -> choice.commitBackend(IoEngine.AUTO, Durability.BUFFERED, ALL))
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessage(choice.key() + " has no buffered writes; try --engine psync");
  }

  @ParameterizedTest
  @CsvSource({"IO_URING, EPERM", "LIBAIO, ENOSYS", "PMEM, no instruction"})
  void anEngineThatIsAskedForIsNeverReplacedSilently(EngineChoice choice, String why) {
    assertThatThrownBy(() -> choice.backend(IoEngine.AUTO, 1, NOTHING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(why)
        .hasMessageContaining("--engine psync");
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"PSYNC", "PMEM"})
  void aBackendThatTakesOneOperationGetsOne(EngineChoice choice) {
    PhasePlan fill =
        Precondition.onePass(RULE)
            .next(context(64 * MIB, 512, 1, false, choice, ALL), List.of())
            .orElseThrow();
    assertThat(fill.workload().streams()).allMatch(stream -> stream.depth() == 1);
  }

  private static final PhaseRule RULE =
      new PhaseRule(
          Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), 0, 0, Duration.ofSeconds(1));
}
