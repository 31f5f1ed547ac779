package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Expression.Scope;
import io.osdqualify.quantity.Unit;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in profiles against the table of thresholds: every figure is repeated here. */
class BuiltInProfilesTest {

  private static final double TB = 1e12;

  @ParameterizedTest
  @CsvSource({
    // profile, tier, osds, one stream 1/s, N streams 1/s, p99 ns, p99.9 ns
    "wal-hdd, MINIMUM, 1, 2000, 1000, 2000000, 10000000",
    "wal-hdd, MINIMUM, 4, 2000, 4000, 2000000, 10000000",
    "wal-hdd, MINIMUM, 30, 2000, 30000, 2000000, 10000000",
    "wal-hdd, RECOMMENDED, 1, 5000, 2000, 500000, 2000000",
    "wal-hdd, RECOMMENDED, 12, 5000, 24000, 500000, 2000000",
    "wal+db-hdd, MINIMUM, 1, 5000, 1000, 1000000, 5000000",
    "wal+db-hdd, MINIMUM, 4, 5000, 4000, 1000000, 5000000",
    "wal+db-hdd, MINIMUM, 15, 5000, 15000, 1000000, 5000000",
    "wal+db-hdd, RECOMMENDED, 4, 10000, 8000, 500000, 2000000",
    "wal+db-hdd, RECOMMENDED, 10, 10000, 20000, 500000, 2000000",
  })
  void asksForTheTablesCommitsAndLatencies(
      String name, Tier tier, int osds, double one, double all, double p99, double p999)
      throws Exception {
    Profile profile = ProfileLoader.builtIn(name);
    Scope scope = scope(osds, "sata", null);
    assertThat(limit(profile, "commit.fdatasync.streams-1.iops", tier, scope)).hasValue(one);
    assertThat(limit(profile, "commit.fdatasync.streams-osds.iops", tier, scope)).hasValue(all);
    assertThat(limit(profile, "commit.fdatasync.streams-osds.latency-p99", tier, scope))
        .hasValue(p99);
    assertThat(limit(profile, "commit.fdatasync.streams-osds.latency-p99.9", tier, scope))
        .hasValue(p999);
  }

  @ParameterizedTest
  @CsvSource({
    "MINIMUM, nvme, 15",
    "MINIMUM, sata, 5",
    "MINIMUM, sas, 5",
    "MINIMUM, unknown, 5",
    "RECOMMENDED, nvme, 10",
    "RECOMMENDED, sata, 4",
  })
  void capsTheOsdsOfADatabaseDeviceByTransport(Tier tier, String transport, double cap)
      throws Exception {
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    assertThat(limit(profile, "plan.osds", tier, scope(4, transport, null))).hasValue(cap);
    assertThat(ids(ProfileLoader.builtIn("wal-hdd"))).doesNotContain("plan.osds");
  }

  @Test
  void asksForADatabaseOfOneToFourPerCentOfTheOsds() throws Exception {
    Profile profile = ProfileLoader.builtIn("wal+db-hdd");
    Scope scope = scope(8, "nvme", 20 * TB);
    assertThat(limit(profile, "target.capacity", Tier.MINIMUM, scope)).hasValue(1.6 * TB);
    assertThat(limit(profile, "target.capacity", Tier.RECOMMENDED, scope)).hasValue(6.4 * TB);
    assertThat(limit(profile, "target.capacity", Tier.MINIMUM, scope(8, "nvme", null))).isEmpty();
    assertThat(criterion(profile, "target.capacity").severity()).isEqualTo(Severity.FAIL);
  }

  @Test
  void warnsOfALogDeviceWithLessThanTwoGibibytesAnOsd() throws Exception {
    Profile profile = ProfileLoader.builtIn("wal-hdd");
    Scope scope = scope(3, "nvme", null);
    assertThat(limit(profile, "target.capacity", Tier.MINIMUM, scope)).hasValue(6.0 * (1 << 30));
    assertThat(criterion(profile, "target.capacity").severity()).isEqualTo(Severity.WARN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wal-hdd", "wal+db-hdd"})
  void onlyWarnsOfDsync(String name) throws Exception {
    Criterion dsync = criterion(ProfileLoader.builtIn(name), "commit.dsync.streams-1.iops");
    assertThat(dsync.severity()).isEqualTo(Severity.WARN);
    assertThat(dsync.why()).startsWith("choice");
  }

  @Test
  void requiresPowerLossProtectionOfADatabaseDevice() throws Exception {
    Criterion plp = criterion(ProfileLoader.builtIn("wal+db-hdd"), "plp.finding");
    assertThat(plp.when()).isNull();
    assertThat(plp.limit())
        .isEqualTo(
            new Limit.OneOf(
                List.of("proven", "declared", "likely"), List.of("proven", "declared", "likely")));
  }

  @ParameterizedTest
  @CsvSource({
    // osds, finding, whether minimum and recommended allow it
    "1, likely, true, true",
    "1, indeterminate, true, false",
    "1, missing, true, false",
    "1, dropped, false, false",
    "1, ignored, false, false",
    "2, proven, true, true",
    "2, declared, true, true",
    "2, likely, true, true",
    "2, indeterminate, true, false",
    "2, missing, false, false",
    "30, dropped, false, false",
    "30, ignored, false, false",
  })
  void allowsAMissingProtectionOnlyForOneOsd(
      int osds, String finding, boolean minimum, boolean recommended) throws Exception {
    List<Criterion> judged =
        ProfileLoader.builtIn("wal-hdd").criteria().stream()
            .filter(criterion -> criterion.metric().equals("plp.finding"))
            .filter(criterion -> applies(criterion, scope(osds, "sata", null)))
            .toList();
    assertThat(judged).hasSize(1);
    Limit.OneOf limit = (Limit.OneOf) judged.get(0).limit();
    assertThat(limit.minimum().contains(finding)).isEqualTo(minimum);
    assertThat(limit.recommended().contains(finding)).isEqualTo(recommended);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wal-hdd", "wal+db-hdd"})
  void measuresOnAWrittenDevice(String name) throws Exception {
    Profile profile = ProfileLoader.builtIn(name);
    assertThat(profile.plan())
        .extracting(PlanStep::probe)
        .containsExactly("precondition", "commit-write", "scaling", "mixed-load", "steady-state");
    PreconditionStep fill = (PreconditionStep) profile.plan().get(0);
    assertThat(fill.skippedByQuick()).isTrue();
    assertThat(fill.blockBytes()).isEqualTo(128 * 1024);
    assertThat(fill.fill().evaluate(scope(4, "nvme", null)))
        .contains(new Result.Figure(2e12, Unit.BYTES));
    CommitWriteStep commit = (CommitWriteStep) profile.plan().get(1);
    assertThat(commit.durabilities())
        .containsExactly(Durability.NONE, Durability.FDATASYNC, Durability.DSYNC);
    assertThat(commit.blockBytes()).containsExactly(4096, 512);
    assertThat(commit.ringBytes()).isEqualTo(1L << 30);
    ScalingStep scaling = (ScalingStep) profile.plan().get(2);
    assertThat(scaling.streams())
        .extracting(Expression::text)
        .containsExactly("1", "2", "4", "8", "16", "osds");
    assertThat(scaling.phase()).isEqualTo(PhaseBinder.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"wal-hdd", "wal+db-hdd", "pmem-cache", "bcache", "writecache", "snia-enterprise"})
  void givesEachLimitAReason(String name) throws Exception {
    assertThat(ProfileLoader.builtIn(name).criteria())
        .allSatisfy(criterion -> assertThat(criterion.why()).hasSizeGreaterThan(15));
  }

  @ParameterizedTest
  @CsvSource({
    "MINIMUM, 4, 50000, 50000, 1000000, 160e6",
    "RECOMMENDED, 4, 150000, 20000, 100000, 400e6"
  })
  void asksPersistentMemoryToBeFasterThanADrive(
      Tier tier, int osds, double rate, double p99, double p999, double bandwidth)
      throws Exception {
    Profile profile = ProfileLoader.builtIn("pmem-cache");
    Scope scope = scope(osds, "file", null);
    assertThat(limit(profile, "pmem.best.rand-4KiB.iops", tier, scope)).hasValue(rate);
    assertThat(limit(profile, "pmem.best.rand-4KiB.latency-p99", tier, scope)).hasValue(p99);
    assertThat(limit(profile, "pmem.best.rand-4KiB.latency-p99.9", tier, scope)).hasValue(p999);
    assertThat(limit(profile, "pmem.best.seq-1024KiB.bandwidth", tier, scope)).hasValue(bandwidth);
    assertThat(profile.criteria())
        .allSatisfy(criterion -> assertThat(criterion.why()).startsWith("choice"));
    PersistentMemoryStep step = (PersistentMemoryStep) profile.plan().get(1);
    assertThat(step.methods()).as("whatever the CPU has").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "wal-hdd, MINIMUM, nvme, 5",
    "wal-hdd, MINIMUM, sata, 15",
    "wal-hdd, RECOMMENDED, nvme, 1",
    "wal-hdd, RECOMMENDED, sata, 5",
    "wal+db-hdd, MINIMUM, nvme, 2",
    "wal+db-hdd, MINIMUM, sata, 10",
    "wal+db-hdd, RECOMMENDED, nvme, 1",
    "wal+db-hdd, RECOMMENDED, sata, 5",
    "writecache, MINIMUM, sata, 5",
    "writecache, RECOMMENDED, nvme, 2",
  })
  void asksForLogsThatAreQuickBesideTheRest(
      String name, Tier tier, String transport, double milliseconds) throws Exception {
    Profile profile = ProfileLoader.builtIn(name);
    assertThat(limit(profile, "mixed.wal+db.wal.latency-p99", tier, scope(4, transport, null)))
        .hasValue(milliseconds * 1e6);
    MixedLoadStep load =
        (MixedLoadStep)
            profile.plan().stream()
                .filter(MixedLoadStep.class::isInstance)
                .findFirst()
                .orElseThrow();
    assertThat(load.workload()).isEqualTo(MixedWorkload.WAL_DB);
    MixedLoadStep.Cell cell = load.cells(tier, scope(4, transport, null)).get(0);
    assertThat(cell.wal()).hasValue(500);
    assertThat(cell.read()).hasValue(100);
    assertThat(cell.compaction()).hasValue(tier == Tier.MINIMUM ? 160e6 : 400e6);
  }

  @Test
  void listsNamesAndTitlesAsTheFilesHaveThem() throws Exception {
    assertThat(ProfileLoader.catalog())
        .extracting(ProfileLoader.Entry::name)
        .containsExactly(
            "wal-hdd", "wal+db-hdd", "pmem-cache", "bcache", "writecache", "snia-enterprise");
    for (ProfileLoader.Entry entry : ProfileLoader.catalog()) {
      Profile profile = ProfileLoader.builtIn(entry.name());
      assertThat(profile.name()).isEqualTo(entry.name());
      assertThat(profile.title()).isEqualTo(entry.title());
      assertThat(profile.source()).isEqualTo("built-in");
    }
    String[] files = Path.of("catalog").toFile().list((dir, name) -> name.endsWith(".yaml"));
    assertThat(files)
        .containsExactlyInAnyOrder(
            "wal-hdd.yaml",
            "wal+db-hdd.yaml",
            "pmem-cache.yaml",
            "bcache.yaml",
            "writecache.yaml",
            "snia-enterprise.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "de-DE"})
  void loadsTheSameInEveryLocale(String tag) throws Exception {
    Profile expected = ProfileLoader.builtIn("wal+db-hdd");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat(ProfileLoader.builtIn("wal+db-hdd")).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static List<String> ids(Profile profile) {
    return profile.criteria().stream().map(Criterion::id).toList();
  }

  private static Criterion criterion(Profile profile, String id) {
    return profile.criteria().stream()
        .filter(criterion -> criterion.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Optional<Double> limit(Profile profile, String id, Tier tier, Scope scope) {
    Limit limit = criterion(profile, id).limit();
    Expression expression =
        limit instanceof Limit.AtLeast least
            ? (tier == Tier.MINIMUM ? least.minimum() : least.recommended())
            : (tier == Tier.MINIMUM
                ? ((Limit.AtMost) limit).minimum()
                : ((Limit.AtMost) limit).recommended());
    return expression.evaluate(scope).map(result -> ((Result.Figure) result).value());
  }

  private static boolean applies(Criterion criterion, Scope scope) {
    Expression when = criterion.when();
    return when == null || when.evaluate(scope).equals(Optional.of(new Result.Truth(true)));
  }

  private static Scope scope(int osds, String transport, @Nullable Double osdSize) {
    Map<String, Result> values = new HashMap<>();
    values.put("osds", new Result.Figure(osds, Unit.NONE));
    values.put("transport", new Result.Text(transport));
    values.put("capacity", new Result.Figure(TB, Unit.BYTES));
    if (osdSize != null) {
      values.put("osd_size", new Result.Figure(osdSize, Unit.BYTES));
    }
    return new Scope(values);
  }
}
