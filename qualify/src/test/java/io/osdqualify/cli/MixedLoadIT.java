package io.osdqualify.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.rig.BlockRig.Cache;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drives that are good alone and bad in company, as the program judges them. */
class MixedLoadIT {

  private static final String COMMIT = "commit.fdatasync.streams-1.latency-p99";
  private static final String MIXED = "mixed.wal+db.wal.latency-p99";

  /** So little that the rig has time for it; what counts is who waits for whom. */
  private static final String PROFILE =
      """
      schema: osd-qualify/profile/1
      name: company
      version: 1
      title: commits alone and in company
      inputs: {osds: 1..4}
      phase: {ramp: 1 s, min: 8 s, max: 8 s, quick: 8 s}
      plan:
        - {probe: commit-write, durability: fdatasync}
        - probe: mixed-load
          workload: wal+db
          parameters: {wal-rate: 80 /s, read-rate: 20 /s, compaction: 4 MB/s}
      criteria:
        - {axis: tail, metric: commit.fdatasync.streams-1.latency-p99, at-most: 8 ms, why: "choice: a test's"}
        - {axis: mixed load, metric: mixed.wal+db.wal.latency-p99, at-most: 8 ms, why: "choice: a test's"}
      """;

  @TempDir private Path folder;
  private BlockRig rig;

  @BeforeEach
  void open() {
    assumeTrue(BlockRig.missing().isEmpty(), () -> BlockRig.missing().orElse(""));
    rig = BlockRig.open();
  }

  @AfterEach
  void close() throws Exception {
    if (rig != null) {
      rig.close();
    }
  }

  private record Judged(Program.Result run, Qualification result) {
    Verdict verdict() {
      return requireNonNull(result.verdict());
    }

    Outcome outcome(String metric) {
      return verdict().criteria().stream()
          .filter(criterion -> criterion.metric().equals(metric))
          .findFirst()
          .orElseThrow()
          .outcome();
    }

    double value(String metric) {
      return result.measurement(metric).orElseThrow().number();
    }

    Phase phase(String name) {
      return result.phases().stream()
          .filter(phase -> phase.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  private Judged judged(String name, String... lines) throws Exception {
    String device = rig.fake(name, 64, Cache.BACK, lines).toString();
    Path profile = Files.writeString(folder.resolve("company.yaml"), PROFILE);
    Program.Result run =
        new Program(folder)
            .run(
                "run",
                device,
                "--profile",
                profile.toString(),
                "--osds",
                "2",
                "--erase",
                device,
                "--out",
                name);
    return new Judged(run, ResultJson.read(folder.resolve(name)));
  }

  @Test
  void aDriveThatIsTenTimesSlowerBesideReadsPassesAloneAndFailsInTheMix() throws Exception {
    Judged judged = judged("company", "wlat_us 500", "rlat_us 2000", "mixed_us 25000");
    assertThat(judged.outcome(COMMIT)).as(judged.run().out()).isEqualTo(Outcome.PASS);
    assertThat(judged.outcome(MIXED)).as(judged.run().out()).isEqualTo(Outcome.FAIL);
    assertThat(judged.value(MIXED)).isGreaterThan(5 * judged.value(COMMIT));
    assertThat(judged.run().code()).isEqualTo(ExitCode.FAIL);
    assertThat(judged.run().out())
        .contains("WAL p99 under wal+db", "mixed.wal+db.compaction-read", "responses: from");
    Phase mix = judged.phase("mixed.wal+db");
    assertThat(mix.groupResults())
        .extracting(GroupResult::name)
        .containsExactly("wal", "compaction", "compaction-read", "read");
    assertThat(judged.value("mixed.wal+db.wal.iops")).isBetween(140.0, 180.0);
    assertThat(judged.value("mixed.wal+db.read.iops")).isBetween(30.0, 50.0);
    assertThat(judged.phase("mixed.prepare").bytes()).isEqualTo(40L << 20);
    assertThat(Outcome.PASS)
        .isEqualTo(judged.outcome("integrity.littles-law"))
        .isEqualTo(judged.outcome("integrity.disk-statistics"));
  }

  @Test
  void aDriveThatCannotKeepUpFailsAndItIsSaid() throws Exception {
    Judged judged = judged("behind", "wlat_us 20000");
    assertThat(judged.outcome(MIXED)).isEqualTo(Outcome.FAIL);
    Phase mix = judged.phase("mixed.wal+db");
    assertThat(requireNonNull(mix.unserved())).isPositive();
    assertThat(judged.verdict().notes())
        .anyMatch(note -> note.contains("can't keep up with 160/s of wal in mixed.wal+db"));
    // 80/s are asked for, 40 to 50 are served: the backlog grows for eight seconds.
    assertThat(judged.value("mixed.wal+db.wal.latency-max")).isGreaterThan(2e9);
  }
}
