package io.osdqualify.evidence;

import static io.osdqualify.evidence.LatencyKind.FLUSH;
import static io.osdqualify.evidence.LatencyKind.WRITE;
import static io.osdqualify.evidence.Outcome.FAIL;
import static io.osdqualify.evidence.Outcome.INCONCLUSIVE;
import static io.osdqualify.evidence.Outcome.NOT_JUDGED;
import static io.osdqualify.evidence.Outcome.PASS;
import static io.osdqualify.quantity.Unit.BYTES;
import static io.osdqualify.quantity.Unit.NANOSECONDS;
import static io.osdqualify.quantity.Unit.NONE;
import static io.osdqualify.quantity.Unit.PER_SECOND;

import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.quantity.Unit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Invented results with figures as real drives give them; the drives' serials are invented too. */
public final class Samples {

  static final Instant START = Instant.parse("2026-03-14T09:26:53Z");

  private static final String SHA =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

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
        new HostFacts("node1", null, null, null, 1, null, null, null, null),
        ClusterFacts.unknown("not asked"),
        profile(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null);
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
            scaled(16, 420, 301_200));
    List<Measurement> measurements = new ArrayList<>(measured(phases, 0.006));
    measurements.add(Measurement.word("scaling.shape", "linear"));
    measurements.addAll(powerLoss("likely", 11_900, 0.47));
    measurements.add(Measurement.fact("target.capacity", 1_920_383_410_176d, BYTES));
    measurements.add(Measurement.fact("plan.osds", 4, NONE));
    Verdict verdict =
        verdict(
            PASS,
            PASS,
            "every criterion is met; the closest is commits of one stream",
            List.of(),
            List.of(
                commits1(5000).measured(38_214, PASS, "38 214 commits/s, ± 0.6 %, n = 60"),
                commitsN(4).measured(139_600, PASS, "139 600 commits/s, ± 0.6 %, n = 60"),
                dsync().measured(41_020, PASS, "41 020 commits/s, ± 0.6 %, n = 60"),
                p99().measured(61_700, PASS, "p99 of 8 376 000 commits"),
                p999().measured(151_000, PASS, "p99.9 of 8 376 000 commits"),
                capacity().missing(NOT_JUDGED, "--osd-size was not given"),
                osds(15).measured(4, PASS, "4 OSDs on one NVMe drive"),
                protection()
                    .measured(
                        "likely",
                        PASS,
                        "38 214 commits/s and flush p50 11.9 µs: the drive acknowledges from"
                            + " protected memory")));
    return result(
        target("/dev/nvme0n1", "SAMSUNG MZQL21T9HCJR-00A07", "S64GNE0R500123", "GDC5602Q"),
        phases,
        measurements,
        verdict,
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
            slow(16, 540, 618));
    List<Measurement> measurements = new ArrayList<>(measured(phases, 0.021));
    measurements.add(Measurement.word("scaling.shape", "inverse"));
    measurements.addAll(powerLoss("missing", 1_740_000, 0.009));
    measurements.add(Measurement.fact("target.capacity", 1_000_204_886_016d, BYTES));
    Verdict verdict =
        verdict(
            FAIL,
            FAIL,
            "549 commits/s on one stream; the profile asks for 5 000",
            List.of("commits fall from 744/s with 4 streams to 618/s with 16"),
            List.of(
                commits1(5000).measured(549, FAIL, "549 commits/s, ± 2.1 %, n = 120"),
                commitsN(4).measured(744, FAIL, "744 commits/s, ± 2.1 %, n = 60"),
                dsync().measured(561, FAIL, "561 commits/s, ± 2.1 %, n = 120"),
                p99().measured(12_900_000, FAIL, "p99 of 44 640 commits"),
                p999().measured(31_100_000, FAIL, "p99.9 of 44 640 commits"),
                capacity().missing(NOT_JUDGED, "--osd-size was not given"),
                osds(15).measured(4, PASS, "4 OSDs on one NVMe drive"),
                protection()
                    .measured(
                        "missing", FAIL, "flush p50 1.74 ms and 549 commits/s: no protection")));
    return result(
        target("/dev/nvme1n1", "Samsung SSD 980 1TB", "S649NX0R123456K", "2B4QFXO7"),
        phases,
        measurements,
        verdict,
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
    List<Measurement> measurements = new ArrayList<>(measured(phases, 0.034));
    measurements.add(Measurement.word("scaling.shape", "asymptotic"));
    measurements.addAll(powerLoss("unknown", 38_100, 0.13));
    Verdict verdict =
        verdict(
            INCONCLUSIVE,
            PASS,
            "a loop device is no drive of its own, and the run was shortened",
            List.of(),
            List.of(
                commits1(5000).measured(19_840, PASS, "19 840 commits/s, ± 3.4 %, n = 5"),
                commitsN(4).measured(41_700, PASS, "41 700 commits/s, ± 3.4 %, n = 5"),
                p99().measured(240_000, PASS, "p99 of 208 500 commits"),
                p999().measured(1_730_000, PASS, "p99.9 of 208 500 commits"),
                protection()
                    .measured("unknown", NOT_JUDGED, "a layer between: the drive can't be told")));
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
            "a loop device: its file system and its disk answer, not a drive",
            List.of());
    return result(
        loop,
        phases,
        measurements,
        verdict,
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
        List.of("--quick: 5 s a phase and no preconditioning"));
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
    List<Measurement> measurements = new ArrayList<>(measured(phases, 0.012));
    measurements.addAll(powerLoss("likely", 40_000, 0.31));
    Verdict verdict =
        verdict(
            FAIL,
            FAIL,
            "the drive returned EIO for a write: it is not fit to hold data",
            List.of(),
            List.of(
                commits1(5000).measured(12_900, PASS, "12 900 commits/s, ± 1.2 %, n = 60"),
                commitsN(4).missing(INCONCLUSIVE, "the phase ended by a device error after 11 s"),
                p99().missing(INCONCLUSIVE, "the phase ended by a device error after 11 s"),
                protection().measured("likely", PASS, "12 900 commits/s, flush p50 40 µs")));
    Map<String, Outcome> axes = new LinkedHashMap<>(verdict.axes());
    axes.put("integrity", FAIL);
    return incomplete(
        result(
            sata("/dev/sdc", "INTEL SSDSC2KG480G8", "BTYG000000AB480B", "XCV10120"),
            phases,
            measurements,
            new Verdict(FAIL, FAIL, axes, verdict.criteria(), verdict.reason(), verdict.notes()),
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
            measured(phases, 0.018),
            verdict(
                INCONCLUSIVE,
                INCONCLUSIVE,
                "the run was interrupted before the scaling phases",
                List.of(),
                List.of(
                    commits1(5000).measured(38_090, PASS, "38 090 commits/s, ± 1.8 %, n = 13"),
                    commitsN(4).missing(INCONCLUSIVE, "not measured: the run was interrupted"),
                    p99().missing(INCONCLUSIVE, "not measured: the run was interrupted"))),
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

  /** IOPS and p99 of each phase, the interval as wide as told. */
  private static List<Measurement> measured(List<Phase> phases, double halfWidth) {
    List<Measurement> measurements = new ArrayList<>();
    for (Phase phase : phases) {
      double iops = phase.iops();
      long n = Math.round(phase.durationSeconds());
      measurements.add(
          new Measurement(
              phase.name() + ".iops",
              new Value.Figure(iops),
              PER_SECOND,
              n,
              iops * (1 - halfWidth),
              iops * (1 + halfWidth)));
      LatencyHistogram main = phase.latency().get(phase.mainKind());
      Long p99 = main == null ? null : main.percentile(99);
      if (main != null && p99 != null) {
        measurements.add(
            new Measurement(
                phase.name() + ".latency-p99",
                new Value.Figure(p99),
                NANOSECONDS,
                main.count(),
                p99 * 0.99,
                p99 * 1.01));
      }
    }
    return measurements;
  }

  private static List<Measurement> powerLoss(String finding, double flushNs, double ratio) {
    return List.of(
        Measurement.word("plp.finding", finding),
        Measurement.fact("flush.latency-p50", flushNs, NANOSECONDS),
        Measurement.fact("flush.ratio", ratio, NONE));
  }

  private static SampleCriterion commits1(double limit) {
    return SampleCriterion.atLeast("commit", "commit.fdatasync.streams-1.iops", limit, PER_SECOND)
        .why("separates drives with power-loss protection from those without");
  }

  private static SampleCriterion commitsN(int osds) {
    return SampleCriterion.atLeast(
            "scaling", "commit.fdatasync.streams-" + osds + ".iops", 1000d * osds, PER_SECOND)
        .why("500 commits/s of an HDD OSD x 2 syncs");
  }

  private static SampleCriterion dsync() {
    return SampleCriterion.atLeast("commit", "commit.dsync.streams-1.iops", 5000, PER_SECOND)
        .warnOnly()
        .why("choice: BlueStore never uses O_DSYNC");
  }

  private static SampleCriterion p99() {
    return SampleCriterion.atMost(
            "tail", "commit.fdatasync.streams-4.latency-p99", 1e6, NANOSECONDS)
        .why("a tenth of an HDD operation");
  }

  private static SampleCriterion p999() {
    return SampleCriterion.atMost(
        "tail", "commit.fdatasync.streams-4.latency-p99.9", 5e6, NANOSECONDS);
  }

  private static SampleCriterion capacity() {
    return SampleCriterion.atLeast("capacity", "target.capacity", 640e9, BYTES)
        .why("block.db takes 1 to 4 % of block");
  }

  private static SampleCriterion osds(double most) {
    return SampleCriterion.atMost("scaling", "plan.osds", most, Unit.NONE)
        .why("Ceph's hardware table");
  }

  private static SampleCriterion protection() {
    return SampleCriterion.oneOf(
            "power-loss protection", "plp.finding", "proven", "declared", "likely")
        .why("losing synced data loses every OSD on it");
  }

  private static Verdict verdict(
      Outcome overall,
      Outcome wouldBe,
      String reason,
      List<String> notes,
      List<CriterionResult> criteria) {
    Map<String, Outcome> axes = new LinkedHashMap<>();
    for (CriterionResult criterion : criteria) {
      if (criterion.severity().equals("fail")) {
        axes.merge(criterion.axis(), criterion.outcome(), Outcome::worst);
      }
    }
    axes.put("integrity", overall == INCONCLUSIVE ? INCONCLUSIVE : PASS);
    return new Verdict(overall, wouldBe, axes, criteria, reason, notes);
  }

  private static Qualification result(
      TargetFacts target,
      List<Phase> phases,
      List<Measurement> measurements,
      @Nullable Verdict verdict,
      List<Missing> missing,
      List<Disturbance> disturbances,
      List<String> shortened) {
    Phase last = phases.get(phases.size() - 1);
    Instant end = last.startedAt().plusSeconds(Math.round(last.durationSeconds()) + 7);
    return new Qualification(
        Qualification.SCHEMA,
        "20260314T092653Z-" + target.eraseWord().replace("/dev/", ""),
        new Tool("osd-qualify", "0.1.0"),
        START,
        end,
        true,
        shortened,
        target,
        host(),
        ClusterFacts.unknown("no cluster was asked for"),
        profile(),
        shortened.isEmpty() ? plan() : List.of(),
        phases,
        measurements,
        missing,
        disturbances,
        verdict);
  }

  private static Qualification incomplete(Qualification whole) {
    return new Qualification(
        whole.schema(),
        whole.id(),
        whole.tool(),
        whole.startedAt(),
        whole.finishedAt(),
        false,
        whole.shortened(),
        whole.target(),
        whole.host(),
        whole.cluster(),
        whole.profile(),
        whole.plan(),
        whole.phases(),
        whole.measurements(),
        whole.missing(),
        whole.disturbances(),
        whole.verdict());
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
        null);
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
        List.of());
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
        "a file: its file system answers, not a drive",
        List.of());
  }
}
