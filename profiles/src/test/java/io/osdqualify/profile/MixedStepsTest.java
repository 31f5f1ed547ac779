package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.osdqualify.profile.Expression.Result;
import io.osdqualify.quantity.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps of mixed loads and cache chains: what a profile says of them, and what they measure. */
class MixedStepsTest {

  @TempDir private Path folder;

  private static final Expression.Scope FOUR =
      new Expression.Scope(Map.of("osds", new Result.Figure(4, Unit.NONE)));

  private Profile load(String step, String metric) throws IOException, ProfileException {
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
          - %s
        criteria:
          - {axis: mixed load, metric: %s, at-most: 2 ms, why: choice}
        """
            .formatted(step, metric));
    return ProfileLoader.find(file.toString());
  }

  private String mistake(String step, String metric) {
    ProfileException problem =
        catchThrowableOfType(ProfileException.class, () -> load(step, metric));
    return String.valueOf(problem.getMessage()).replaceFirst(".*site.yaml:[0-9]+:[0-9]+: ", "");
  }

  private MixedLoadStep mixed(String step, String metric) throws Exception {
    return (MixedLoadStep) load(step, metric).plan().get(0);
  }

  @Test
  void aWorkloadAloneHasTheUsualRates() throws Exception {
    MixedLoadStep step =
        mixed("{probe: mixed-load, workload: db-rgw}", "mixed.db-rgw.wal.latency-p99");
    assertThat(step.cells(Tier.MINIMUM, FOUR))
        .containsExactly(
            new MixedLoadStep.Cell(
                "mixed.db-rgw",
                OptionalDouble.of(500),
                OptionalDouble.of(160e6),
                OptionalDouble.of(500)));
    assertThat(step.cells(Tier.RECOMMENDED, FOUR).get(0).compaction()).hasValue(400e6);
    assertThat(step.spacing()).isEqualTo(Spacing.POISSON);
    assertThat(step.ringBytes()).isEqualTo(1L << 30);
  }

  @ParameterizedTest
  @CsvSource({"wal", "wal-plain"})
  void logsAloneAreAskedForAllThatTheDriveGives(String workload) throws Exception {
    MixedLoadStep step =
        mixed(
            "{probe: mixed-load, workload: %s}".formatted(workload),
            "mixed.%s.wal.latency-p99".formatted(workload));
    assertThat(step.cells(Tier.MINIMUM, FOUR).get(0).wal()).isEmpty();
  }

  @Test
  void listsOfRatesAreAMatrixWhoseCellsAreNamed() throws Exception {
    MixedLoadStep step =
        mixed(
            "{probe: mixed-load, workload: wal+db, parameters: {wal-rate: [250 /s, 500 /s, closed],"
                + " read-rate: [100 /s, 400 /s], arrival: fixed}}",
            "mixed.wal+db.wal-500-read-400.wal.latency-p99");
    assertThat(step.cells(Tier.MINIMUM, FOUR))
        .extracting(MixedLoadStep.Cell::name)
        .containsExactly(
            "mixed.wal+db.wal-250-read-100",
            "mixed.wal+db.wal-250-read-400",
            "mixed.wal+db.wal-500-read-100",
            "mixed.wal+db.wal-500-read-400",
            "mixed.wal+db.wal-closed-read-100",
            "mixed.wal+db.wal-closed-read-400");
    assertThat(step.cells(Tier.MINIMUM, FOUR).get(3))
        .extracting(MixedLoadStep.Cell::wal, MixedLoadStep.Cell::read)
        .containsExactly(OptionalDouble.of(500), OptionalDouble.of(400));
    assertThat(step.spacing()).isEqualTo(Spacing.FIXED);
    assertThat(step.metrics())
        .hasSize(6 * 4 * 8)
        .contains("mixed.wal+db.wal-closed-read-100.compaction.bandwidth")
        .allSatisfy(metric -> assertThat(Metrics.unit(metric)).isPresent());
  }

  @Test
  void aPartThatDoesNotVaryIsInNoName() throws Exception {
    MixedLoadStep step =
        mixed(
            "{probe: mixed-load, workload: db-read, parameters: {read-rate: [closed, 200 /s]}}",
            "mixed.db-read.read-200.read.latency-p99");
    assertThat(step.cells(Tier.MINIMUM, FOUR))
        .extracting(MixedLoadStep.Cell::name)
        .containsExactly("mixed.db-read.read-closed", "mixed.db-read.read-200");
  }

  @Test
  void ratesMayDependOnTheTierAndTheOsds() throws Exception {
    MixedLoadStep step =
        mixed(
            "{probe: mixed-load, workload: wal+db, parameters:"
                + " {wal-rate: {minimum: 100 /s * osds, recommended: 2000 /s}, compaction: closed}}",
            "mixed.wal+db.wal.latency-p99");
    assertThat(step.cells(Tier.MINIMUM, FOUR).get(0).wal()).hasValue(400);
    assertThat(step.cells(Tier.RECOMMENDED, FOUR).get(0).wal()).hasValue(2000);
    assertThat(step.cells(Tier.MINIMUM, FOUR).get(0).compaction()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload: wal+bd | unknown workload \"wal+bd\"; did you mean \"wal+db\"?",
        "workload: wal, parameters: {read-rate: 1 /s} | wal has no reads: no read-rate",
        "workload: db-read, parameters: {wal-rate: 1 /s} | db-read has no logs: no wal-rate",
        "workload: db-read, parameters: {compaction: 1 MB/s} | db-read has no compaction: no"
            + " compaction",
        "workload: wal, parameters: {wal-rate: 0 /s} | a rate above 0 is expected, not 0/s",
        "workload: wal, parameters: {wal-rate: 5 MB/s} | a rate per second is expected, not a bandwidth",
        "workload: wal, parameters: {wal-rate: [1 /s, 1 /s]} | a value stands in the list twice",
        "workload: wal, parameters: {arrival: even} | unknown arrival \"even\" (known: poisson,"
            + " fixed)",
        "workload: wal, parameters: {wal-rate: {minimum: 1 /s}} | missing key \"recommended\"",
        "workload: wal, parameters: {rate: 1 /s} | unknown key \"rate\" in parameters (known:"
            + " wal-rate, compaction, read-rate, arrival)",
      })
  void mistakesAreSaid(String step, String message) {
    assertThat(mistake("{probe: mixed-load, " + step + "}", "mixed.wal.wal.latency-p99"))
        .startsWith(message);
  }

  private CacheChainStep chain(String step, String metric) throws Exception {
    return (CacheChainStep) load(step, metric).plan().get(0);
  }

  @Test
  void chainsAreNamedByCacheJournalRateAndStreams() throws Exception {
    CacheChainStep step =
        chain(
            "{probe: cache-chain, chain: writecache, journal: [4 KiB, 512 B], streams: [1, osds],"
                + " rate: [closed, 300 /s]}",
            "chain.writecache-512B.at-300.streams-osds.flush.latency-p99");
    assertThat(step.phase(4096, OptionalDouble.empty(), "1"))
        .isEqualTo("chain.writecache.streams-1");
    assertThat(step.phase(512, OptionalDouble.of(300), "4"))
        .isEqualTo("chain.writecache-512B.at-300.streams-4");
    assertThat(step.metrics())
        .hasSize(2 * 2 * 2 * 13)
        .contains("chain.writecache.streams-osds.iops")
        .allSatisfy(metric -> assertThat(Metrics.unit(metric)).isPresent());
  }

  @Test
  void bcacheHasOneJournalWriteInFlightAndNoFlushOfItsOwn() throws Exception {
    CacheChainStep step =
        chain("{probe: cache-chain, chain: bcache}", "chain.bcache.streams-1.latency-p99.9");
    assertThat(step.streams()).extracting(Expression::text).containsExactly("1");
    assertThat(step.rates()).isEqualTo(List.of(Rate.CLOSED));
    assertThat(step.metrics())
        .contains("chain.bcache.streams-1.write.latency-p99")
        .noneMatch(metric -> metric.contains(".flush."));
    assertThat(
            mistake(
                "{probe: cache-chain, chain: bcache, streams: [1, 4]}",
                "chain.bcache.streams-1.latency-p99"))
        .startsWith("bcache writes one journal at a time: no streams");
    assertThat(
            mistake(
                "{probe: cache-chain, chain: bcache, journal: 8 KiB}",
                "chain.bcache.streams-1.latency-p99"))
        .startsWith("4 KiB or 512 B is expected, not");
  }
}
