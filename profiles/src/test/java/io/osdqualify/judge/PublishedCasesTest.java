package io.osdqualify.judge;

import static io.osdqualify.judge.Run.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.judge.Samples.Commits;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Durability;
import org.junit.jupiter.api.Test;

/** What people measured and published (domain.md §10), judged as wal+db-hdd, minimum. */
class PublishedCasesTest {

  private static final String COMMIT = "commit.fdatasync.streams-1.iops";

  @Test
  void theSamsung980Fails() {
    Verdict verdict = nvme(574, 1_700_000).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.axes()).containsEntry("power-loss protection", Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "574 commits/s on one stream, 8.7× below the 5 000 asked for: each commit waits 1.7 ms"
                + " for the drive's flush; power-loss protection inferred: missing");
  }

  @Test
  void the970EvoPlusFailsAndItsMechanismsDoNotDisagree() {
    Verdict verdict =
        nvme(445, 2_200_000)
            .with(new Commits(Durability.NONE, 1, 97_161).phase())
            .with(new Commits(Durability.DSYNC, 1, 215).phase())
            .judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "445 commits/s on one stream, 11× below the 5 000 asked for: each commit waits 2.2 ms"
                + " for the drive's flush; power-loss protection inferred: missing");
    assertThat(String.join("\n", verdict.notes()))
        .contains("0.46 % of the rate without flushes")
        .doesNotContain("disagree");
  }

  @Test
  void theMicron5100IsToBeRetestedWithItsCacheOffAndThenPasses() {
    Target sata = new Target().transport("sata");
    Verdict on = nvme(659, 1_450_000).on(sata).judged(Run.WAL_DB);
    assertThat(on.overall()).isEqualTo(Outcome.FAIL);
    assertThat(on.reason())
        .isEqualTo(
            "659 commits/s on one stream, 7.6× below the 5 000 asked for: each commit waits"
                + " 1.45 ms for the drive's flush; power-loss protection inferred: missing."
                + " Retest with the write cache off");
    assertThat(on.notes())
        .contains("retest with the write cache off: smartctl -s wcache,off /dev/sda");
    Verdict off =
        nvme(25_100, 2_000)
            .on(new Target().transport("sata").cache("write through", DeviceCache.DISABLED))
            .judged(Run.WAL_DB);
    assertThat(off.overall()).isEqualTo(Outcome.PASS);
    assertThat(off.reason())
        .isEqualTo(
            "every limit is met, the closest: 25 100 commits/s on one stream, 5× above the 5 000"
                + " asked for; power-loss protection inferred: likely");
  }

  @Test
  void theNytro1351IsJudgedOnFdatasyncAndTheDisagreementIsSaid() {
    Verdict verdict =
        nvme(288, 3_300_000)
            .on(new Target().transport("sata"))
            .with(new Commits(Durability.DSYNC, 1, 18_700).phase())
            .judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "288 commits/s on one stream, 17× below the 5 000 asked for: each commit waits 3.3 ms"
                + " for the drive's flush; power-loss protection inferred: missing."
                + " Retest with the write cache off");
    assertThat(outcome(verdict, "commit.dsync.streams-1.iops")).isEqualTo(Outcome.PASS);
    assertThat(verdict.notes())
        .anyMatch(note -> note.contains("disagree: 18 700 against 288 commits/s"));
  }

  @Test
  void theSx8200ProIsJudgedOnFdatasyncAndTheDisagreementIsSaid() {
    Verdict verdict =
        nvme(2_767, 340_000)
            .with(new Commits(Durability.DSYNC, 1, 91_374).phase())
            .judged(Run.WAL_DB);
    assertThat(outcome(verdict, COMMIT)).isEqualTo(Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "2 767 commits/s on one stream, 45 % below the 5 000 asked for; power-loss protection"
                + " inferred: indeterminate");
    assertThat(verdict.notes())
        .anyMatch(note -> note.contains("disagree: 91 374 against 2 767 commits/s"));
  }

  @Test
  void the983DctMissesTheCommitRateButIsNotCalledUnprotected() {
    Verdict verdict = nvme(4_000, 90_000).judged(Run.WAL_DB);
    assertThat(outcome(verdict, COMMIT)).isEqualTo(Outcome.FAIL);
    assertThat(verdict.axes()).containsEntry("power-loss protection", Outcome.INCONCLUSIVE);
    assertThat(verdict.reason())
        .isEqualTo(
            "4 000 commits/s on one stream, 20 % below the 5 000 asked for; power-loss protection"
                + " inferred: indeterminate");
  }

  @Test
  void theS4510MissesTheCommitRateThoughItScalesLinearly() {
    Run run =
        new Run()
            .on(new Target().transport("sata").cache("write through", DeviceCache.DISABLED))
            .with(Samples.fdatasync(1, 1_600).phase())
            .with(Samples.fdatasync(4, 6_400).phase())
            .with(Samples.fdatasync(15, 48_409).phase());
    Verdict verdict = run.judged(Run.WAL_DB);
    assertThat(outcome(verdict, COMMIT)).isEqualTo(Outcome.FAIL);
    assertThat(outcome(verdict, "commit.fdatasync.streams-osds.iops")).isEqualTo(Outcome.PASS);
    assertThat(run.evidence().measurements())
        .anyMatch(m -> m.metric().equals("scaling.shape") && m.toString().contains("linear"));
  }

  @Test
  void the990ProFailsThoughItReadsWell() {
    assertThat(
            nvme(765, 1_300_000)
                .with(Samples.fdatasync(4, 620).phase())
                .judged(Run.WAL_DB)
                .reason())
        .isEqualTo(
            "765 commits/s on one stream, 6.5× below the 5 000 asked for: each commit waits 1.3 ms"
                + " for the drive's flush; power-loss protection inferred: missing");
  }

  @Test
  void aDriveBetweenTheClassesHasItsRateAndItsTailNamed() {
    Verdict verdict =
        nvme(1_231, 250_000)
            .with(Samples.fdatasync(4, 3_865).tail(0.02, 10_300_000).phase())
            .shortened("--quick (short phases, no preconditioning)")
            .judged(Run.WAL_DB);
    assertThat(verdict.reason())
        .isEqualTo(
            "1 231 commits/s on one stream, 4.1× below the 5 000 asked for; commit p99 with 4"
                + " streams 10.3 ms, 10× above the 1 ms allowed; power-loss protection inferred:"
                + " indeterminate");
  }

  /** One stream at this rate and flush, four at four times of it. */
  private static Run nvme(double commits, long flushNs) {
    return new Run()
        .with(Samples.fdatasync(1, commits).flush(flushNs).phase())
        .with(Samples.fdatasync(4, 4 * commits).flush(flushNs).phase());
  }
}
