package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.host.CpuList;
import io.osdqualify.host.DiskReading;
import io.osdqualify.host.HostCpus.Binding;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.PmemMethod;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The phases that saturation, load-curve and persistent-memory come to, one after the other. */
class LoadProbesTest {

  private static final long GIB = 1L << 30;

  private static final HostChoices TWO_NODES =
      new HostChoices(
          CpuList.parse("0-7"),
          new Binding(CpuList.parse("0-3"), "near"),
          new Binding(CpuList.parse("4-7"), "far"),
          "");

  @TempDir private Path folder;

  private static EngineFeatures cpu(BackendFlag... methods) {
    return new EngineFeatures(true, "", Set.of(), true, true, "", Set.of(methods), 20);
  }

  private static ProbeContext context(
      EngineChoice engine, EngineFeatures features, boolean quick, HostChoices host) {
    return new ProbeContext(
            new ProbeContext.Area(0, GIB, 512),
            new ProbeContext.Asked(1, Tier.MINIMUM, new Expression.Scope(Map.of()), quick, 7),
            new ProbeContext.Means(engine, features, Workload.Options.USUAL))
        .on(host);
  }

  private static ProbeContext usual() {
    return context(EngineChoice.AUTO, EngineFeatures.ALL, false, HostChoices.UNKNOWN);
  }

  private Profile profile(String... steps) throws Exception {
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
              - {metric: target.capacity, axis: capacity, at-least: 1 B, why: "choice: a test"}
            """
                .formatted(String.join("\n  - ", steps)));
    return ProfileLoader.load(file);
  }

  private Probes probes(ProbeContext context, String... steps) throws Exception {
    return Probes.of(profile(steps), context);
  }

  /** Runs all on a device with these rates. */
  private static List<Phase> run(Probes probes, ToDoubleFunction<PhasePlan> device) {
    List<Phase> measured = new ArrayList<>();
    Optional<PhasePlan> next = probes.next(measured);
    while (next.isPresent()) {
      measured.add(measured(next.get(), device.applyAsDouble(next.get())));
      next = probes.next(measured);
    }
    return measured;
  }

  /** One second of it; a phase that its volume ends has written that. */
  private static Phase measured(PhasePlan plan, double rate) {
    return measured(plan, rate, Optional.empty());
  }

  private static Phase measured(PhasePlan plan, double rate, Optional<DiskReading> disk) {
    FakeJob job = new FakeJob(plan.workload().streams().size());
    long operations =
        plan.endsByVolume()
            ? plan.workload().maxBytes() / plan.workload().streams().get(0).blocks().get(0).bytes()
            : Math.round(rate);
    for (LatencyKind kind : plan.workload().groups().get(0).one().kinds()) {
      job.add(0, kind, 1000, operations);
    }
    job.moved(0, operations * plan.workload().streams().get(0).blocks().get(0).bytes());
    SeriesRecorder series = new SeriesRecorder(plan.workload());
    series.finish(job, job.at(1));
    return new PhaseBuilder(plan, Instant.EPOCH, job, job.at(1), series)
        .outcome("", true, false, disk)
        .phase();
  }

  private static double inFlight(PhasePlan plan) {
    List<Stream> streams = plan.workload().streams();
    return 1000.0 * Math.min(8, streams.size() * streams.get(0).depth());
  }

  private static List<String> names(List<Phase> phases) {
    return phases.stream().map(Phase::name).toList();
  }

  @Test
  void aSweepEndsWithItsGainAndGoesOnAfterACut() throws Exception {
    Probes probes =
        probes(usual(), "{probe: saturation, threads: [1, 2, 4], depth: [1, 8, 16, 32]}");
    List<Phase> all = run(probes, LoadProbesTest::inFlight);
    assertThat(names(all))
        .containsExactly(
            "saturation.1x1",
            "saturation.1x8",
            "saturation.1x16",
            "saturation.1x32",
            "saturation.2x1",
            "saturation.2x8",
            "saturation.2x16",
            "saturation.2x32",
            "saturation.4x1",
            "saturation.4x8",
            "saturation.4x16",
            "saturation.4x32");
    for (int cut = 0; cut < all.size(); cut++) {
      assertThat(probes.next(all.subList(0, cut)).map(PhasePlan::name))
          .contains(all.get(cut).name());
    }
  }

  @Test
  void eachThreadHasAnAreaOfItsOwnAndTheDepthItsBackend() throws Exception {
    Probes probes = probes(usual(), "{probe: saturation, threads: [4], depth: [1, 32]}");
    PhasePlan first = probes.next(List.of()).orElseThrow();
    assertThat(first.workload().backend()).isEqualTo(Backend.PSYNC);
    PhasePlan deep = probes.next(List.of(measured(first, 1000))).orElseThrow();
    assertThat(deep.workload().backend()).isEqualTo(Backend.IO_URING);
    assertThat(deep.workload().streams())
        .hasSize(4)
        .allMatch(stream -> stream.depth() == 32 && stream.region().length() == GIB / 4)
        .extracting(stream -> stream.region().offset())
        .containsExactly(0L, GIB / 4, GIB / 2, 3 * GIB / 4);
  }

  @Test
  void readsGoWhereSomethingWasWritten() throws Exception {
    String read = "{probe: saturation, operation: read, threads: [1], depth: [8]}";
    List<Phase> alone = run(probes(usual(), read), LoadProbesTest::inFlight);
    assertThat(names(alone)).containsExactly("saturation.read.fill", "saturation.read.1x8");
    assertThat(alone.get(0).bytes()).isEqualTo(GIB);
    List<Phase> half =
        run(
            probes(usual(), "{probe: precondition, fill: 256 MiB}", read),
            LoadProbesTest::inFlight);
    assertThat(names(half)).containsExactly("precondition.pass-1", "saturation.read.1x8");
    assertThat(half.get(1).workload().regionBytes()).isEqualTo(256L << 20);
    assertThat(half.get(1).workload().operation()).isEqualTo("read");
  }

  @Test
  void aQuickSweepTakesEveryOtherSize() throws Exception {
    ProbeContext quick = context(EngineChoice.AUTO, EngineFeatures.ALL, true, HostChoices.UNKNOWN);
    List<Outline> outline = probes(quick, "{probe: saturation}").outline();
    assertThat(outline).extracting(Outline::name).containsExactly("saturation.1x1", "saturation");
    assertThat(outline.get(1).most()).isEqualTo(2 * 4 - 1);
    assertThat(outline.get(1).phase().rule().max()).hasSeconds(5);
  }

  @Test
  void theMaximumOfTheSaturationIsThatOfTheCurve() throws Exception {
    Probes probes =
        probes(
            usual(),
            "{probe: saturation, threads: [2], depth: [4, 8]}",
            "{probe: load-curve, loads: [25 %, 100 %]}");
    List<Phase> all =
        run(probes, plan -> plan.name().startsWith("saturation") ? inFlight(plan) : 9);
    assertThat(names(all))
        .containsExactly("saturation.2x4", "saturation.2x8", "load-curve.25", "load-curve.100");
    PhasePlan quarter = probes.next(all.subList(0, 2)).orElseThrow();
    assertThat(quarter.workload().streams())
        .hasSize(2)
        .allSatisfy(
            stream -> {
              assertThat(stream.arrival()).isEqualTo(Arrival.poisson(8000 * 0.25 / 2));
              assertThat(stream.depth()).isEqualTo(4);
            });
  }

  @Test
  void withoutASaturationTheCurveFindsTheMaximumItself() throws Exception {
    Probes probes =
        probes(usual(), "{probe: load-curve, threads: 2, depth: 4, arrival: fixed, loads: [50 %]}");
    List<Phase> all = run(probes, plan -> 6000);
    assertThat(names(all)).containsExactly("load-curve.max", "load-curve.50");
    PhasePlan half = probes.next(all.subList(0, 1)).orElseThrow();
    assertThat(half.workload().streams())
        .allMatch(stream -> stream.arrival().equals(Arrival.fixed(1500)));
    assertThat(run(probes, plan -> 0)).as("nothing is half of nothing").hasSize(1);
  }

  /** The saturation of other operations says nothing of these. */
  @Test
  void theMaximumOfReadsIsNoneOfWrites() throws Exception {
    Probes probes =
        probes(
            usual(),
            "{probe: saturation, threads: [1], depth: [1]}",
            "{probe: load-curve, operation: commit, threads: 1, loads: [50 %]}");
    assertThat(names(run(probes, plan -> 100)))
        .containsExactly("saturation.1x1", "load-curve.fdatasync.max", "load-curve.fdatasync.50");
  }

  @Test
  void variantsRunOnTheirCpusAndByTheirWay() throws Exception {
    ProbeContext context = context(EngineChoice.AUTO, EngineFeatures.ALL, false, TWO_NODES);
    Probes probes =
        probes(
            context,
            "{probe: saturation, threads: [1], depth: [1], cpus: [pinned, free],"
                + " numa: [near, far], poll: [interrupt, polled]}");
    List<PhasePlan> plans = new ArrayList<>();
    run(
        probes,
        plan -> {
          plans.add(plan);
          return 100;
        });
    assertThat(plans).hasSize(8).allMatch(plan -> plan.workload().backend() == Backend.IO_URING);
    Workload.Options pinned = options(plans, "saturation.pinned+far+polled.1x1");
    assertThat(pinned.pin()).isTrue();
    assertThat(pinned.ioPoll()).isTrue();
    assertThat(pinned.cpus()).hasToString("4-7");
    assertThat(plans)
        .extracting(PhasePlan::what)
        .contains("random 4 KiB writes, 1 thread x 1, pinned to CPUs 4-7")
        .contains("random 4 KiB writes, 1 thread x 1, on CPUs 0-3");
    Workload.Options free = options(plans, "saturation.free+near+interrupt.1x1");
    assertThat(free.pin()).isFalse();
    assertThat(free.ioPoll()).isFalse();
    assertThat(free.cpus()).hasToString("0-3");
    assertThat(probes.leftOut()).isEmpty();
  }

  private static Workload.Options options(List<PhasePlan> plans, String name) {
    return plans.stream()
        .filter(plan -> plan.name().equals(name))
        .findFirst()
        .orElseThrow()
        .workload()
        .options();
  }

  @Test
  void whatTheHostDoesNotHaveIsLeftOutWithTheReason() throws Exception {
    HostChoices host =
        new HostChoices(
            CpuList.parse("0-3"),
            new Binding(CpuList.parse("0-3"), "near"),
            new Binding(CpuList.NONE, "this host has one NUMA node"),
            "sda has no poll queues");
    Probes probes =
        probes(
            context(EngineChoice.AUTO, EngineFeatures.ALL, false, host),
            "{probe: saturation, threads: [1], depth: [1], numa: [near, far]}",
            "{probe: load-curve, loads: [50 %], poll: [interrupt, polled]}");
    assertThat(probes.leftOut())
        .containsExactly(
            new Missing("saturation.far", "this host has one NUMA node"),
            new Missing("load-curve.polled", "sda has no poll queues"));
    assertThat(names(run(probes, plan -> 100)))
        .containsExactly(
            "saturation.near.1x1", "load-curve.interrupt.max", "load-curve.interrupt.50");
  }

  @Test
  void onlyIoUringPolls() throws Exception {
    String step = "{probe: saturation, threads: [1], depth: [1], poll: polled}";
    assertThat(
            probes(context(EngineChoice.PSYNC, EngineFeatures.ALL, false, TWO_NODES), step)
                .leftOut())
        .containsExactly(new Missing("saturation.polled", "only io_uring polls, not psync"));
  }

  private static final BackendFlag[] OLD = {BackendFlag.NTSTORE, BackendFlag.CLFLUSH};

  @Test
  void theMethodsOfTheCpuAreMeasuredAndTheOthersSaid() throws Exception {
    Probes probes =
        probes(
            context(EngineChoice.AUTO, cpu(OLD), false, HostChoices.UNKNOWN),
            "{probe: persistent-memory, block: [4 KiB, 1 MiB], pattern: random}");
    assertThat(names(run(probes, plan -> 1000)))
        .containsExactly(
            "pmem.ntstore.rand-4KiB",
            "pmem.clflush.rand-4KiB",
            "pmem.ntstore.rand-1024KiB",
            "pmem.clflush.rand-1024KiB");
    assertThat(probes.leftOut())
        .containsExactly(
            new Missing("pmem.clwb", "this CPU has no clwb"),
            new Missing("pmem.clflushopt", "this CPU has no clflushopt"));
    PhasePlan first = probes.next(List.of()).orElseThrow();
    assertThat(first.workload().backend()).isEqualTo(Backend.PMEM);
    assertThat(first.workload().options().pmemMethod()).isEqualTo(PmemMethod.NTSTORE);
    assertThat(first.workload().streams()).singleElement().matches(one -> one.depth() == 1);
  }

  @Test
  void aMethodThatIsDemandedAndAbsentIsRefusedBeforeARun() throws Exception {
    Probes probes =
        probes(
            context(EngineChoice.PMEM, cpu(OLD), false, HostChoices.UNKNOWN),
            "{probe: persistent-memory, method: [ntstore, clwb]}");
    assertThatThrownBy(probes::outline)
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessage("this CPU has no clwb, which the profile asks for; it has ntstore, clflush");
  }

  @Test
  void withoutAnyMethodOrWithAnotherEngineMemoryIsRefused() throws Exception {
    String step = "{probe: persistent-memory}";
    Probes none = probes(context(EngineChoice.AUTO, cpu(), false, HostChoices.UNKNOWN), step);
    assertThatThrownBy(none::outline)
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessageContaining("no instruction to write its caches back");
    Probes other = probes(context(EngineChoice.PSYNC, cpu(OLD), false, HostChoices.UNKNOWN), step);
    assertThatThrownBy(other::outline)
        .isInstanceOf(ImpossibleWorkloadException.class)
        .hasMessageContaining("--engine pmem or auto only");
  }

  @Test
  void aQuickRunOfPersistentMemoryEndsInTwoMinutes() throws Exception {
    EngineFeatures all =
        cpu(BackendFlag.NTSTORE, BackendFlag.CLWB, BackendFlag.CLFLUSHOPT, BackendFlag.CLFLUSH);
    Probes probes =
        Probes.of(
            ProfileLoader.builtIn("pmem-cache"),
            context(EngineChoice.AUTO, all, true, HostChoices.UNKNOWN));
    double seconds =
        probes.outline().stream()
            .map(Outline::phase)
            .mapToDouble(one -> one.rule().ramp().plus(one.rule().max()).toMillis() / 1e3)
            .sum();
    assertThat(probes.outline()).hasSize(16);
    assertThat(seconds).isLessThanOrEqualTo(110);
  }

  /** Stores into a mapping are nothing that the block layer counts. */
  @Test
  void whatIsMappedIsNotHeldAgainstTheDisksStatistics() throws Exception {
    Probes probes =
        probes(
            context(EngineChoice.AUTO, cpu(OLD), false, HostChoices.UNKNOWN),
            "{probe: persistent-memory}");
    PhasePlan plan = probes.next(List.of()).orElseThrow();
    Optional<DiskReading> nothing = Optional.of(new DiskReading(0, 0, 0, 0L));
    assertThat(measured(plan, 100, nothing).disk()).isNull();
    PhasePlan fill = Precondition.onePass(plan.rule()).next(usual(), List.of()).orElseThrow();
    assertThat(measured(fill, 100, nothing).disk()).isNotNull();
  }
}
