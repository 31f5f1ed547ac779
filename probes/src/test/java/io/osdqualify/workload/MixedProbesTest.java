package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Block;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Pattern;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.engine.Writes;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What mixed loads and cache chains do: streams, places, blocks and rates. */
class MixedProbesTest {

  private static final long MIB = 1L << 20;

  @TempDir private Path folder;

  /** A run of {@code osds} OSDs. */
  private record Setting(
      long offset, long range, int block, int osds, Tier tier, EngineChoice engine, boolean quick) {

    static Setting of(long range, int osds) {
      return new Setting(0, range, 512, osds, Tier.MINIMUM, EngineChoice.AUTO, false);
    }

    Setting with(EngineChoice choice) {
      return new Setting(offset, range, block, osds, tier, choice, quick);
    }

    ProbeContext context() {
      Expression.Scope scope =
          new Expression.Scope(
              Map.of(
                  "osds", new Expression.Result.Figure(osds, Unit.NONE),
                  "capacity", new Expression.Result.Figure(range, Unit.BYTES),
                  "transport", new Expression.Result.Text("nvme")));
      return new ProbeContext(
          new ProbeContext.Area(offset, range, block),
          new ProbeContext.Asked(osds, tier, scope, quick, 7),
          new ProbeContext.Means(engine, EngineFeatures.ALL, Workload.Options.USUAL));
    }
  }

  private Probes probes(String plan, Setting setting) throws Exception {
    Path file = folder.resolve("site.yaml");
    Files.writeString(
        file,
        """
        schema: osd-qualify/profile/1
        name: site
        version: 1
        title: a site's
        inputs: {osds: 1..30}
        plan:
        %s
        criteria:
          - {axis: capacity, metric: target.capacity, at-least: 1 GiB, why: choice}
        """
            .formatted(plan.indent(2)));
    Profile profile = ProfileLoader.find(file.toString());
    return Probes.of(profile, setting.context());
  }

  private List<PhasePlan> phases(String step, Setting setting) throws Exception {
    return probes("- {" + step + "}", setting).outline().stream().map(Outline::phase).toList();
  }

  /** The phase of a load alone, without what writes its areas first. */
  private PhasePlan load(String workload, Setting setting) throws Exception {
    return phases("probe: mixed-load, workload: " + workload, setting).stream()
        .filter(phase -> phase.name().equals("mixed." + workload))
        .findFirst()
        .orElseThrow();
  }

  private static Workload.Group group(PhasePlan phase, String name) {
    return phase.workload().groups().stream()
        .filter(group -> group.one().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> groups(PhasePlan phase) {
    return phase.workload().groups().stream().map(group -> group.one().name()).toList();
  }

  private static double rate(Workload.Group group) {
    return group.size() * group.one().arrival().rate();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wal | wal",
        "wal-plain | wal, log",
        "db-compaction | compaction, compaction-read",
        "db-read | read",
        "wal+db | wal, compaction, compaction-read, read",
        "db-rgw | wal, compaction, compaction-read, read",
      })
  void theLogsComeFirstAndAreJudged(String workload, String groups) throws Exception {
    assertThat(groups(load(workload, Setting.of(4096 * MIB, 6))))
        .containsExactly(groups.split(", "));
  }

  @Test
  void aLogIsOneSerialStreamOfMixedAppendsEachMadeDurable() throws Exception {
    Workload.Group wal = group(load("wal+db", Setting.of(64 * 1024 * MIB, 6)), "wal");
    assertThat(wal.size()).isEqualTo(6);
    Stream one = wal.one();
    assertThat(one.pattern()).isEqualTo(Pattern.SEQUENTIAL);
    assertThat(one.depth()).isEqualTo(1);
    assertThat(one.blocks())
        .containsExactly(
            new Block(4096, 6), new Block(8192, 2), new Block(16384, 1), new Block(65536, 1));
    assertThat(one.writes()).isEqualTo(new Writes.Plain(Durability.FDATASYNC, 1));
    assertThat(one.arrival()).isEqualTo(Arrival.poisson(500));
    assertThat(one.region().length()).isEqualTo(1024 * MIB);
    assertThat(wal.streams().stream().map(Stream::seed).distinct()).hasSize(6);
  }

  @Test
  void logsAloneRunInClosedLoopAndTheSecondSyncHasStreamsOfItsOwn() throws Exception {
    PhasePlan plain = load("wal-plain", Setting.of(4096 * MIB, 3));
    assertThat(group(plain, "wal").one().arrival()).isEqualTo(Arrival.closed());
    Workload.Group log = group(plain, "log");
    assertThat(log.size()).isEqualTo(3);
    assertThat(log.one().blocks()).containsExactly(new Block(4096, 1));
    assertThat(log.one().writes()).isEqualTo(new Writes.Plain(Durability.FDATASYNC, 1));
    assertThat(log.one().arrival()).isEqualTo(Arrival.closed());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 1", "5, 2", "30, 8"})
  void compactionsWriteAndReadHalfTheBandwidthEach(int osds, int streams) throws Exception {
    for (Tier tier : Tier.values()) {
      Setting setting = new Setting(0, 4096 * MIB, 512, osds, tier, EngineChoice.AUTO, false);
      PhasePlan phase = load("db-compaction", setting);
      Workload.Group output = group(phase, "compaction");
      Workload.Group input = group(phase, "compaction-read");
      double half = (tier == Tier.MINIMUM ? 20e6 : 50e6) * osds;
      assertThat(output.size()).isEqualTo(streams);
      assertThat(input.size()).isEqualTo(streams);
      assertThat(rate(output) * output.one().commitBytes()).isCloseTo(half, within(1.0));
      assertThat(rate(input) * input.one().readBytes()).isCloseTo(half, within(1.0));
      assertThat(output.one().depth() + input.one().depth()).isEqualTo(4);
      assertThat(output.one().pattern()).isEqualTo(Pattern.SEQUENTIAL);
      assertThat(input.one().readPermille()).isEqualTo(1000);
    }
  }

  @Test
  void aCompactionSyncsEachFileOf64Mebibytes() throws Exception {
    Stream output = group(load("db-compaction", Setting.of(4096 * MIB, 4)), "compaction").one();
    assertThat(output.writes()).isInstanceOf(Writes.Behind.class);
    assertThat(output.writes().flushEvery() * output.commitBytes())
        .isCloseTo(64.0 * MIB, within(0.5 * MIB));
    assertThat(output.blocks()).extracting(Block::bytes).containsExactly(512 << 10, 1 << 20);
  }

  @ParameterizedTest
  @CsvSource({"db-read, 100, 2", "wal+db, 100, 2", "db-rgw, 500, 10"})
  void readsAreRandomAndSmall(String workload, double perOsd, int depth) throws Exception {
    Workload.Group reads = group(load(workload, Setting.of(4096 * MIB, 5)), "read");
    assertThat(reads.size()).isEqualTo(5);
    assertThat(reads.one().arrival()).isEqualTo(Arrival.poisson(perOsd));
    assertThat(reads.one().depth()).isEqualTo(depth);
    assertThat(reads.one().pattern()).isEqualTo(Pattern.RANDOM);
    assertThat(reads.one().blocks()).containsExactly(new Block(4096, 4), new Block(16384, 1));
    assertThat(reads.one().isWriting()).isFalse();
  }

  /** Psync takes one operation at a time: as many are in flight, in more streams. */
  @Test
  void aBackendWithoutDepthHasMoreStreamsInstead() throws Exception {
    PhasePlan deep = load("wal+db", Setting.of(4096 * MIB, 5));
    PhasePlan flat = load("wal+db", Setting.of(4096 * MIB, 5).with(EngineChoice.PSYNC));
    assertThat(deep.workload().backend()).isEqualTo(Backend.LIBAIO);
    assertThat(flat.workload().backend()).isEqualTo(Backend.PSYNC);
    for (String name : groups(deep)) {
      Workload.Group some = group(deep, name);
      Workload.Group more = group(flat, name);
      assertThat(more.size()).as(name).isEqualTo(some.size() * some.one().depth());
      assertThat(rate(more)).as(name).isCloseTo(rate(some), within(1e-6));
      assertThat(more.one().depth()).isEqualTo(1);
    }
  }

  @Test
  void moreStreamsThanThereMayBeAreRefusedInWords() {
    assertThatThrownBy(
            () -> load("db-rgw", Setting.of(64 * 1024 * MIB, 30).with(EngineChoice.PSYNC)))
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessageContaining("mixed.db-rgw needs 362 threads with psync");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wal", "wal-plain", "db-compaction", "db-read", "wal+db", "db-rgw"})
  void regionsAreApartAndInsideTheRange(String workload) throws Exception {
    for (long range : new long[] {64 * MIB, 64 * MIB + 512, 1000 * MIB + 12_288, 4L << 40}) {
      for (int osds : new int[] {1, 4, 30}) {
        Setting setting =
            new Setting(12_288, range, 512, osds, Tier.MINIMUM, EngineChoice.AUTO, false);
        List<Stream> streams = new ArrayList<>(load(workload, setting).workload().streams());
        streams.sort(Comparator.comparingLong(stream -> stream.region().offset()));
        long end = 12_288;
        for (Stream stream : streams) {
          assertThat(stream.region().offset()).isGreaterThanOrEqualTo(end);
          end = stream.region().offset() + stream.region().length();
        }
        assertThat(end).isLessThanOrEqualTo(12_288 + range);
      }
    }
  }

  @Test
  void aRangeThatIsTooSmallIsRefusedInWords() {
    assertThatThrownBy(() -> load("wal+db", Setting.of(16 * MIB, 1)))
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessage(
            "a range of 16 MiB has no room for mixed loads of 1 OSD; a larger one or fewer --osds");
    assertThatThrownBy(() -> load("wal+db", Setting.of(64 * MIB, 30).with(EngineChoice.PSYNC)))
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessageStartingWith("a range of 64 MiB has no room for 16 streams");
  }

  private static final String FILLED =
      """
      - {probe: precondition, fill: capacity}
      - {probe: mixed-load, workload: wal+db}
      """;

  private static final String HALF = FILLED.replace("fill: capacity", "fill: capacity / 2");

  @Test
  void onlyWhatTheRunHasWrittenIsRead() throws Exception {
    Probes bare = probes("- {probe: mixed-load, workload: wal+db}", Setting.of(4096 * MIB, 4));
    assertThat(bare.outline())
        .extracting(Outline::name)
        .containsExactly("mixed.prepare", "mixed.wal+db");
    PhasePlan prepare = bare.next(List.of()).orElseThrow();
    assertThat(prepare.name()).isEqualTo("mixed.prepare");
    Stream fill = prepare.workload().streams().get(0);
    assertThat(prepare.workload().maxBytes())
        .isEqualTo(fill.region().length())
        .isLessThanOrEqualTo(512 * MIB);
    assertWithin(load("wal+db", Setting.of(4096 * MIB, 4)), fill);
    assertThat(probes(HALF, Setting.of(4096 * MIB, 4)).outline())
        .extracting(Outline::name)
        .containsExactly("precondition.pass-1", "mixed.prepare", "mixed.wal+db");
    assertThat(probes("- {probe: mixed-load, workload: wal}", Setting.of(4096 * MIB, 4)).outline())
        .extracting(Outline::name)
        .containsExactly("mixed.wal");
  }

  private static void assertWithin(PhasePlan load, Stream fill) {
    long end = fill.region().offset() + fill.region().length();
    assertThat(load.workload().streams())
        .filteredOn(stream -> !stream.isWriting())
        .isNotEmpty()
        .allSatisfy(
            stream -> {
              assertThat(stream.region().offset()).isGreaterThanOrEqualTo(fill.region().offset());
              assertThat(stream.region().offset() + stream.region().length())
                  .isLessThanOrEqualTo(end);
            });
  }

  @Test
  void onAWrittenDeviceNothingIsPreparedAndAllOfItIsRead() throws Exception {
    Probes filled = probes(FILLED, Setting.of(64 * 1024 * MIB, 4));
    assertThat(filled.outline())
        .extracting(Outline::name)
        .containsExactly("precondition.pass-1", "mixed.wal+db");
    Phase done = done(filled.next(List.of()).orElseThrow());
    PhasePlan load = filled.next(List.of(done)).orElseThrow();
    assertThat(load).isEqualTo(filled.outline().get(1).phase());
    assertThat(group(load, "read").streams().stream().mapToLong(s -> s.region().length()).sum())
        .isEqualTo(20 * 1024 * MIB);
  }

  /** A run that was cut short goes on from what it has, whatever that is. */
  @Test
  void whatHasBeenPreparedIsNotPreparedAgain() throws Exception {
    Probes bare = probes("- {probe: mixed-load, workload: wal+db}", Setting.of(4096 * MIB, 4));
    Phase prepared = done(bare.next(List.of()).orElseThrow());
    PhasePlan load = bare.next(List.of(prepared)).orElseThrow();
    assertThat(load.name()).isEqualTo("mixed.wal+db");
    assertThat(bare.next(List.of(prepared, done(load)))).isEmpty();
  }

  private static Phase done(PhasePlan plan) {
    FakeJob job = new FakeJob(plan.workload().streams().size());
    job.moved(0, plan.workload().maxBytes());
    SeriesRecorder series = new SeriesRecorder(plan.workload());
    series.finish(job, job.at(1));
    return new PhaseBuilder(plan, java.time.Instant.EPOCH, job, job.at(1), series)
        .outcome("", true, false, java.util.Optional.empty())
        .phase();
  }

  @Test
  void bcacheWritesDataThenItsJournalDurably() throws Exception {
    List<PhasePlan> phases =
        phases(
            "probe: cache-chain, chain: bcache, journal: [4 KiB, 512 B]",
            Setting.of(4096 * MIB, 4));
    assertThat(phases)
        .extracting(PhasePlan::name)
        .containsExactly("chain.bcache.streams-1", "chain.bcache-512B.streams-1");
    Stream one = phases.get(0).workload().streams().get(0);
    assertThat(one.writes())
        .isEqualTo(
            Writes.chain(Writes.Step.write(4096), Writes.Step.write(0).toJournal().durable()));
    assertThat(one.blocks()).containsExactly(new Block(4096, 1), new Block(8192, 1));
    assertThat(one.depth()).isEqualTo(1);
    assertThat(one.journal().offset() + one.journal().length())
        .isLessThanOrEqualTo(one.region().offset());
    assertThat(phases.get(1).workload().streams().get(0).writes())
        .isEqualTo(
            Writes.chain(Writes.Step.write(4096), Writes.Step.write(512).toJournal().durable()));
  }

  @Test
  void writecacheCommitsInFourStepsAndInOpenLoopBySchedule() throws Exception {
    List<PhasePlan> phases =
        phases(
            "probe: cache-chain, chain: writecache, streams: [1, osds], rate: [closed, 300 /s]",
            Setting.of(4096 * MIB, 4));
    assertThat(phases)
        .extracting(PhasePlan::name)
        .containsExactly(
            "chain.writecache.streams-1",
            "chain.writecache.streams-4",
            "chain.writecache.at-300.streams-1",
            "chain.writecache.at-300.streams-4");
    PhasePlan open = phases.get(3);
    assertThat(open.workload().streams()).hasSize(4);
    assertThat(open.workload().streams().get(0).arrival()).isEqualTo(Arrival.poisson(300));
    assertThat(open.workload().streams().get(0).writes())
        .isEqualTo(
            Writes.chain(
                Writes.Step.write(4096),
                Writes.Step.write(65536),
                Writes.Step.fdatasync(),
                Writes.Step.write(4096).toJournal().durable()));
  }

  @Test
  void chainsFitASmallRangeAndJournalsBelowTheLogicalBlockAreLeftOut() throws Exception {
    Setting small = new Setting(0, 64 * MIB, 4096, 30, Tier.MINIMUM, EngineChoice.AUTO, true);
    List<PhasePlan> phases =
        phases(
            "probe: cache-chain, chain: writecache, journal: [4 KiB, 512 B], streams: osds", small);
    assertThat(phases).extracting(PhasePlan::name).containsExactly("chain.writecache.streams-30");
    long end = 0;
    for (Stream stream : phases.get(0).workload().streams()) {
      assertThat(stream.journal().offset()).isGreaterThanOrEqualTo(end);
      assertThat(stream.region().offset())
          .isGreaterThanOrEqualTo(stream.journal().offset() + stream.journal().length());
      end = stream.region().offset() + stream.region().length();
    }
    assertThat(end).isLessThanOrEqualTo(64 * MIB);
  }
}
