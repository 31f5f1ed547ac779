package io.osdqualify.evidence;

import static io.osdqualify.evidence.LatencyKind.FLUSH;
import static io.osdqualify.evidence.LatencyKind.RESPONSE;
import static io.osdqualify.evidence.LatencyKind.WRITE;
import static java.util.Objects.requireNonNull;

import io.osdqualify.judge.Evidence;
import io.osdqualify.judge.Judge;
import io.osdqualify.judge.Measured;
import io.osdqualify.judge.Measurements;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.ProfileException;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Invented results with figures as real drives give them; the drives' serials are invented too. */
public final class Samples {

  static final Instant START = Instant.parse("2026-03-14T09:26:53Z");

  private static final String SHA =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private static final Map<String, Expression.Result> INPUTS =
      Map.of("osds", new Expression.Result.Figure(4, Unit.NONE));

  private Samples() {}

  /** The least that a result can be: started, nothing known yet. */
  public static Qualification minimal() {
    return new Qualification(
        Qualification.SCHEMA,
        "20260314T092653Z-file",
        new Tool("osd-qualify", "0.1.0"),
        START,
        null,
        false,
        List.of(),
        file(1L << 30),
        new HostFacts("node1", null, null, null, 1, null, null, null, null, deviations()),
        null,
        ClusterFacts.unknown("not asked"),
        profile(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  private static List<HostDeviation> deviations() {
    return List.of(
        new HostDeviation(
            "the CPUs' frequency governor is powersave",
            "a CPU clocks up only after work has come: latencies at a low depth are longer",
            "cpupower frequency-set -g performance"),
        new HostDeviation(
            "the I/O scheduler of sda is bfq",
            "it holds requests back and changes their order",
            "echo none > /sys/block/sda/queue/scheduler"));
  }

  /** A data-centre NVMe drive with power-loss protection, whole run. */
  public static Qualification dataCentreDrive() {
    List<Phase> phases =
        List.of(
            SamplePhase.commit("none")
                .at(0, 60)
                .iops(81_300)
                .kind(WRITE, 9_800, 11_600, 19_400, 41_000, 1_310_000)
                .build(),
            SamplePhase.commit("fdatasync")
                .at(70, 60)
                .iops(38_214)
                .commits(19_100, 24_800, 46_200, 108_000, 2_140_000)
                .kind(WRITE, 10_100, 12_700, 22_900, 58_000, 2_120_000)
                .kind(FLUSH, 8_900, 11_900, 21_400, 49_000, 960_000)
                .build(),
            SamplePhase.commit("dsync")
                .at(140, 60)
                .iops(41_020)
                .commits(18_300, 23_100, 43_000, 99_000, 1_870_000)
                .build(),
            scaled(2, 210, 73_900),
            scaled(4, 280, 139_600),
            scaled(8, 350, 238_500),
            scaled(16, 420, 301_200),
            SampleLoad.served(490, 118_000, 610_000, 7_300_000));
    return result(
        target("/dev/nvme0n1", "SAMSUNG MZQL21T9HCJR-00A07", "S64GNE0R500123", "GDC5602Q"),
        with(phases, SampleRounds.steady(1.43e9)),
        List.of(new Missing("endurance.life", "--writes-per-day was not given")),
        List.of(),
        List.of());
  }

  /** A consumer NVMe drive: flushes take milliseconds. */
  public static Qualification consumerDrive() {
    List<Phase> phases =
        List.of(
            SamplePhase.commit("none")
                .at(0, 60)
                .iops(61_400)
                .kind(WRITE, 11_900, 14_800, 33_100, 210_000, 9_800_000)
                .build(),
            SamplePhase.commit("fdatasync")
                .at(70, 120)
                .iops(549)
                .commits(1_310_000, 1_770_000, 4_310_000, 11_900_000, 48_200_000)
                .kind(WRITE, 14_100, 21_300, 61_000, 380_000, 11_000_000)
                .kind(FLUSH, 1_290_000, 1_740_000, 4_270_000, 11_600_000, 47_900_000)
                .build(),
            SamplePhase.commit("dsync")
                .at(200, 120)
                .iops(561)
                .commits(1_290_000, 1_730_000, 4_190_000, 11_200_000, 44_000_000)
                .build(),
            slow(2, 330, 702),
            slow(4, 400, 744),
            slow(8, 470, 731),
            slow(16, 540, 618),
            SampleLoad.behind(610, 480, 48_000_000, 310_000_000, 870_000_000));
    return result(
        target("/dev/nvme1n1", "Samsung SSD 980 1TB", "S649NX0R123456K", "2B4QFXO7"),
        with(phases, SampleRounds.of(1.2e9, 620e6, 140e6, 131e6, 128e6, 131e6, 126e6)),
        List.of(new Missing("endurance.life", "--writes-per-day was not given")),
        List.of(),
        List.of());
  }

  /** A loop device on a fast file, in a quick run. */
  public static Qualification quickLoop() {
    List<Phase> phases =
        List.of(
            SamplePhase.commit("none")
                .at(0, 5)
                .iops(148_000)
                .kind(WRITE, 4_100, 6_200, 14_900, 61_000, 3_800_000)
                .ended("time of a quick run")
                .build(),
            SamplePhase.commit("fdatasync")
                .at(7, 5)
                .iops(19_840)
                .commits(31_000, 46_900, 98_000, 412_000, 6_900_000)
                .kind(WRITE, 5_100, 8_400, 21_000, 88_000, 6_100_000)
                .kind(FLUSH, 24_000, 38_100, 81_000, 340_000, 5_200_000)
                .ended("time of a quick run")
                .build(),
            SamplePhase.scaling(4)
                .at(14, 5)
                .iops(41_700)
                .commits(42_000, 88_000, 240_000, 1_730_000, 9_900_000)
                .kind(WRITE, 6_000, 12_400, 66_000, 410_000, 7_700_000)
                .kind(FLUSH, 33_000, 72_000, 180_000, 1_310_000, 9_100_000)
                .ended("time of a quick run")
                .build());
    TargetFacts loop =
        new TargetFacts(
            "/dev/loop3",
            "/dev/loop3",
            TargetKind.LOOP,
            "loop3",
            null,
            null,
            null,
            "loop",
            4L << 30,
            0,
            4L << 30,
            512,
            4096,
            false,
            "none",
            "write back",
            DeviceCache.UNKNOWN,
            false,
            "a loop device",
            List.of());
    return result(
        loop,
        phases,
        List.of(
            new Missing("model", "a loop device has none"),
            new Missing("serial", "a loop device has none")),
        List.of(
            new Disturbance(
                "foreign-io",
                "commit.fdatasync.streams-1",
                START.plusSeconds(8),
                START.plusSeconds(9),
                "the disk wrote 11.2 MB more than the engine")),
        List.of("--quick (short phases, no preconditioning)"));
  }

  /** A SATA drive without protection, in a quick run: few samples. */
  public static Qualification quickConsumerDrive() {
    List<Phase> phases =
        List.of(
            SamplePhase.precondition(1L << 28, 0.27).build(),
            SamplePhase.commit("fdatasync")
                .at(2, 5)
                .iops(659)
                .commits(1_310_000, 1_480_000, 4_310_000, 11_900_000, 48_200_000)
                .kind(FLUSH, 1_290_000, 1_450_000, 4_270_000, 11_600_000, 47_900_000)
                .ended("time of a quick run")
                .build(),
            SamplePhase.commit("dsync")
                .at(9, 5)
                .iops(561)
                .commits(1_290_000, 1_730_000, 4_190_000, 11_200_000, 44_000_000)
                .ended("time of a quick run")
                .build(),
            SamplePhase.scaling(4)
                .at(16, 5)
                .iops(744)
                .commits(1_340_000, 5_000_000, 12_500_000, 30_000_000, 80_000_000)
                .kind(FLUSH, 1_300_000, 4_970_000, 12_400_000, 30_000_000, 75_000_000)
                .ended("time of a quick run")
                .build());
    return result(
        sata("/dev/sdd", "Samsung SSD 860 EVO 500GB", "S3Z1NB0K000000A", "RVT04B6Q"),
        phases,
        List.of(),
        List.of(),
        List.of("--quick (short phases, no preconditioning)"));
  }

  /** Streams of two groups, one of them in open loop, whose data was read back. */
  public static Qualification openLoop() {
    Phase base =
        SamplePhase.commit("fdatasync")
            .at(0, 20)
            .iops(12_900)
            .commits(51_000, 72_000, 160_000, 910_000, 14_200_000)
            .kind(WRITE, 22_000, 31_000, 71_000, 380_000, 9_900_000)
            .kind(FLUSH, 27_000, 40_000, 92_000, 560_000, 8_100_000)
            .kind(RESPONSE, 52_000, 73_000, 170_000, 990_000, 15_000_000)
            .build();
    List<GroupResult> groups =
        List.of(
            new GroupResult(
                "wal", base.operations() / 2, base.bytes() / 2, base.latency(), base.series(), 17L),
            new GroupResult(
                "compaction",
                base.operations() / 2,
                base.bytes() / 2,
                Map.of(WRITE, requireNonNull(base.latency().get(WRITE))),
                Map.of(WRITE, requireNonNull(base.series().get(WRITE))),
                null));
    Phase phase =
        new Phase(
            base.probe(),
            base.name(),
            twoGroups(),
            base.startedAt(),
            base.rampSeconds(),
            base.durationSeconds(),
            base.endedBecause(),
            base.operations(),
            base.bytes(),
            base.errors(),
            base.latency(),
            base.series(),
            base.stalls(),
            base.cpu(),
            base.streams(),
            base.disk(),
            17L,
            groups,
            new Verification(
                4096 * 100,
                100,
                0,
                1,
                0,
                0,
                0,
                new Verification.BadBlock("stale", 1, 1 << 20, 70_001, 12, 1 << 20)),
            true);
    Qualification whole =
        result(
            sata("/dev/sde", "INTEL SSDSC2KG480G8", "BTYG000000AC480B", "XCV10120"),
            List.of(phase),
            List.of(),
            List.of(),
            List.of());
    return judged(with(whole, ENGINE));
  }

  private static final EngineFacts ENGINE =
      new EngineFacts(
          21.5,
          "0-15",
          "the drive's NUMA node 0",
          false,
          20261201L,
          List.of(new EngineFacts.Ceiling("libaio", 32, "/dev/null", 3_100_000.0, 322.6)));

  private static WorkloadDescription twoGroups() {
    StreamGroup wal =
        new StreamGroup(
            "wal",
            2,
            "sequential",
            List.of(new StreamGroup.Block(4096, 3), new StreamGroup.Block(65536, 1)),
            0,
            "chain",
            List.of(
                new StreamGroup.Step("write", 4096, false, true),
                new StreamGroup.Step("fdatasync", null, null, null)),
            1,
            "poisson",
            450.5,
            32,
            1L << 30,
            1L << 26,
            0.5,
            "check",
            List.of(0L, 1L << 30),
            List.of(7L, 8L));
    StreamGroup compaction =
        new StreamGroup(
            "compaction",
            1,
            "random",
            List.of(new StreamGroup.Block(1 << 20, 1)),
            0.25,
            "none",
            null,
            1,
            "closed",
            null,
            8,
            1L << 34,
            null,
            1,
            "off",
            List.of(1L << 31),
            List.of(-9L));
    return new WorkloadDescription(
        "write",
        "sequential",
        "chain",
        4096,
        3,
        32,
        1L << 30,
        "libaio",
        "incompressible, new in each block",
        7,
        List.of(),
        List.of(wal, compaction));
  }

  /** A drive with a bad sector: the run ended there. */
  public static Qualification failingDrive() {
    DeviceError error =
        new DeviceError(5, "EIO", WRITE, 2, 734_003_200L, 4096, START.plusMillis(311_482), 1);
    List<Phase> phases =
        List.of(
            SamplePhase.commit("fdatasync")
                .at(0, 60)
                .iops(12_900)
                .commits(51_000, 72_000, 160_000, 910_000, 14_200_000)
                .kind(WRITE, 22_000, 31_000, 71_000, 380_000, 9_900_000)
                .kind(FLUSH, 27_000, 40_000, 92_000, 560_000, 8_100_000)
                .build(),
            SamplePhase.scaling(4)
                .at(300, 11)
                .iops(31_000)
                .commits(61_000, 118_000, 390_000, 2_400_000, 61_000_000)
                .kind(WRITE, 24_000, 49_000, 170_000, 990_000, 60_000_000)
                .kind(FLUSH, 35_000, 66_000, 210_000, 1_300_000, 12_000_000)
                .ended("device error")
                .error(error)
                .withoutDiskStatistics()
                .build());
    return incomplete(
        result(
            sata("/dev/sdc", "INTEL SSDSC2KG480G8", "BTYG000000AB480B", "XCV10120"),
            phases,
            List.of(
                new Missing(
                    "scaling.shape", "the run ended before all numbers of streams were measured"),
                new Missing("disk statistics", "the device answered no reading after the error")),
            List.of(),
            List.of()));
  }

  /** A good drive whose run was stopped by the user. */
  public static Qualification interrupted() {
    List<Phase> phases =
        List.of(
            SamplePhase.commit("none")
                .at(0, 60)
                .iops(81_300)
                .kind(WRITE, 9_800, 11_600, 19_400, 41_000, 1_310_000)
                .build(),
            SamplePhase.commit("fdatasync")
                .at(70, 13)
                .iops(38_090)
                .commits(19_100, 24_900, 46_700, 111_000, 1_140_000)
                .kind(WRITE, 10_100, 12_700, 22_900, 58_000, 1_120_000)
                .kind(FLUSH, 8_900, 11_900, 21_400, 49_000, 960_000)
                .ended("interrupted by the user")
                .build());
    return incomplete(
        result(
            target("/dev/nvme0n1", "SAMSUNG MZQL21T9HCJR-00A07", "S64GNE0R500123", "GDC5602Q"),
            phases,
            List.of(new Missing("commit.fdatasync.streams-4.iops", "the run was interrupted")),
            List.of(),
            List.of()));
  }

  private static Phase scaled(int streams, int at, double iops) {
    long factor = streams + 14L;
    return SamplePhase.scaling(streams)
        .at(at, 60)
        .iops(iops)
        .commits(19_400, 1_580 * factor, 3_430 * factor, 8_390 * factor, 330_000 * factor)
        .kind(WRITE, 10_200, 790 * factor, 1_720 * factor, 4_200 * factor, 300_000 * factor)
        .kind(FLUSH, 9_000, 760 * factor, 1_640 * factor, 4_000 * factor, 91_000 * factor)
        .build();
  }

  private static Phase slow(int streams, int at, double iops) {
    long middle = Math.round(0.93e9 * streams / iops);
    return SamplePhase.scaling(streams)
        .at(at, 60)
        .iops(iops)
        .commits(1_340_000, middle, middle * 5 / 2, middle * 6, middle * 16)
        .kind(WRITE, 14_400, 24_000, 71_000, 900_000, 12_000_000)
        .kind(FLUSH, 1_300_000, middle - 30_000, middle * 5 / 2 - 40_000, middle * 6, middle * 15)
        .build();
  }

  private static Qualification result(
      TargetFacts target,
      List<Phase> phases,
      List<Missing> missing,
      List<Disturbance> disturbances,
      List<String> shortened) {
    Phase last = phases.get(phases.size() - 1);
    Instant end = last.startedAt().plusSeconds(Math.round(last.durationSeconds()) + 7);
    Measured measured = Measurements.of(target, phases, INPUTS);
    List<Missing> absent = new ArrayList<>(measured.missing());
    absent.addAll(missing);
    return judged(
        new Qualification(
            Qualification.SCHEMA,
            "20260314T092653Z-" + target.eraseWord().replace("/dev/", ""),
            new Tool("osd-qualify", "0.1.0"),
            START,
            end,
            true,
            shortened,
            target,
            host(),
            null,
            ClusterFacts.unknown("no cluster was asked for"),
            profile(),
            shortened.isEmpty() ? plan() : List.of(),
            phases,
            measured.measurements(),
            absent,
            disturbances,
            null));
  }

  /** As the application would. */
  private static List<Phase> with(List<Phase> phases, List<Phase> more) {
    return Stream.concat(phases.stream(), more.stream()).toList();
  }

  private static Qualification judged(Qualification result) {
    try {
      return with(
          result,
          result.complete(),
          Judge.judge(
              ProfileLoader.builtIn("wal+db-hdd"), Tier.MINIMUM, INPUTS, Evidence.of(result)));
    } catch (ProfileException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Qualification incomplete(Qualification whole) {
    return judged(with(whole, false, null));
  }

  private static Qualification with(Qualification whole, EngineFacts engine) {
    return with(whole, engine, whole.complete(), null);
  }

  private static Qualification with(
      Qualification whole, boolean complete, @Nullable Verdict verdict) {
    return with(whole, whole.engine(), complete, verdict);
  }

  private static Qualification with(
      Qualification whole,
      @Nullable EngineFacts engine,
      boolean complete,
      @Nullable Verdict verdict) {
    return new Qualification(
        whole.schema(),
        whole.id(),
        whole.tool(),
        whole.startedAt(),
        whole.finishedAt(),
        complete,
        whole.shortened(),
        whole.target(),
        whole.host(),
        engine,
        whole.cluster(),
        whole.profile(),
        whole.plan(),
        whole.phases(),
        whole.measurements(),
        whole.missing(),
        whole.disturbances(),
        verdict);
  }

  private static List<PlannedPhase> plan() {
    List<PlannedPhase> plan = new ArrayList<>();
    for (String durability : List.of("none", "fdatasync", "dsync")) {
      plan.add(
          new PlannedPhase(
              "commit-write",
              "commit." + durability + ".streams-1",
              "4 KiB sequential writes, one stream, " + durability,
              60,
              300,
              0));
    }
    for (int streams : new int[] {2, 4, 8, 16}) {
      plan.add(
          new PlannedPhase(
              "scaling",
              "commit.fdatasync.streams-" + streams,
              "4 KiB sequential writes, " + streams + " streams, fdatasync",
              60,
              300,
              0));
    }
    plan.add(
        new PlannedPhase(
            "mixed-load",
            "mixed.wal+db",
            "4 logs 500/s, compaction 160 MB/s, 4 readers 100/s",
            120,
            1800,
            0));
    return plan;
  }

  private static ProfileUse profile() {
    return new ProfileUse(
        "wal+db-hdd",
        1,
        "WAL and DB of HDD OSDs that share one device",
        "minimum",
        "built-in",
        SHA,
        Map.of("osds", "4"));
  }

  private static HostFacts host() {
    return new HostFacts(
        "ceph-node3",
        "Debian GNU/Linux 12 (bookworm)",
        "6.1.0-32-amd64",
        "AMD EPYC 7313P 16-Core Processor",
        32,
        137_438_953_472L,
        "tsc",
        "performance",
        null,
        List.of());
  }

  private static TargetFacts target(String path, String model, String serial, String firmware) {
    boolean consumer = model.contains("980");
    long capacity = consumer ? 1_000_204_886_016L : 1_920_383_410_176L;
    return new TargetFacts(
        path,
        path,
        TargetKind.DISK,
        path.substring("/dev/".length()),
        model,
        serial,
        firmware,
        "nvme",
        capacity,
        0,
        capacity,
        512,
        consumer ? 512 : 4096,
        false,
        "none",
        "write back",
        DeviceCache.ENABLED,
        consumer,
        null,
        List.of());
  }

  private static TargetFacts sata(String path, String model, String serial, String firmware) {
    long capacity = 480_103_981_056L;
    return new TargetFacts(
            path,
            path,
            TargetKind.DISK,
            path.substring("/dev/".length()),
            model,
            serial,
            firmware,
            "sata",
            capacity,
            0,
            capacity,
            512,
            4096,
            false,
            "mq-deadline",
            "write back",
            DeviceCache.ENABLED,
            false,
            null,
            List.of())
        .with(
            new DriveHealth(
                List.of(new Tool("smartctl", "7.4")),
                model,
                serial,
                firmware,
                true,
                DeviceCache.ENABLED,
                Map.of(DriveFact.USED, 12L, DriveFact.WRITTEN, 9_000_000_000_000_000L),
                "attribute 233 Media_Wearout_Indicator",
                List.of(
                    new DriveAttribute(5, "Reallocated_Sector_Ct", 100, 99, 10, 3L, "3", null),
                    new DriveAttribute(
                        233, "Media_Wearout_Indicator", 88, 88, 0, null, null, "past")),
                List.of(new Missing("temperature_celsius", "the drive does not say it"))));
  }

  private static TargetFacts file(long bytes) {
    return new TargetFacts(
        "/var/tmp/test.img",
        "/var/tmp/test.img",
        TargetKind.FILE,
        null,
        null,
        null,
        null,
        "file",
        bytes,
        0,
        bytes,
        512,
        4096,
        null,
        null,
        null,
        DeviceCache.UNKNOWN,
        null,
        "a file on ext4",
        List.of());
  }
}
