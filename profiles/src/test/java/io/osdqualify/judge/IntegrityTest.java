package io.osdqualify.judge;

import static io.osdqualify.judge.Run.outcome;
import static io.osdqualify.judge.Run.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.SampleLoad;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verification;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Axis;
import org.junit.jupiter.api.Test;

class IntegrityTest {

  private static final String ONE = "commit.fdatasync.streams-1";

  @Test
  void aVirtualTargetWouldPassButCant() {
    Verdict verdict = Run.sound().on(Target.loop()).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.wouldBe()).isEqualTo(Outcome.PASS);
    assertThat(verdict.axes())
        .containsEntry("commit", Outcome.PASS)
        .containsEntry("power-loss protection", Outcome.PASS)
        .containsEntry("integrity", Outcome.INCONCLUSIVE);
    assertThat(outcome(verdict, "integrity.virtual-target")).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.reason())
        .isEqualTo(
            "would pass, but can't: a loop device is no drive. Closest: 20 000 commits/s on one"
                + " stream, 4× above the 5 000 asked for");
  }

  @Test
  void dataThatIsNotWhatWasWrittenFailsADriveAsAnErrorDoes() {
    Verification bad =
        new Verification(
            1 << 20, 256, 2, 0, 0, 1, 0, new Verification.BadBlock("lost", 3, 81_920, 7, 0, 0));
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 20_000).verified(bad).phase()).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(outcome(verdict, "integrity.data")).isEqualTo(Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "3 blocks are not what was written, the first: lost at offset 81920 of stream 3 in "
                + ONE);
  }

  @Test
  void dataThatIsReadBackWellIsSaidAndUnreadDataIsNotJudged() {
    Verification good = new Verification(1 << 20, 256, 0, 0, 0, 0, 0, null);
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 20_000).verified(good).phase()).judged(Run.WAL_DB);
    assertThat(outcome(verdict, "integrity.data")).isEqualTo(Outcome.PASS);
    assertThat(outcome(Run.sound().judged(Run.WAL_DB), "integrity.data"))
        .isEqualTo(Outcome.NOT_JUDGED);
  }

  @Test
  void aToolLimitedRateCanPassButNotFail() {
    Run limited = Run.sound().with(Samples.fdatasync(1, 20_000).toolLimited().phase());
    Verdict below = limited.judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 30_000));
    assertThat(below.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(result(below, ONE + ".iops").explanation())
        .contains("but tool-limited: this machine can't ask more of the device in " + ONE);
    assertThat(limited.judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000)).overall())
        .isEqualTo(Outcome.PASS);
    assertThat(Run.sound().judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 30_000)).overall())
        .isEqualTo(Outcome.FAIL);
  }

  @Test
  void aToolLimitedPhaseExcusesNoOther() {
    Verdict verdict =
        Run.sound()
            .with(Samples.fdatasync(8, 60_000).toolLimited().phase())
            .judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 30_000));
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
  }

  @Test
  void aFileIsVirtualEvenWhereNoReasonIsGiven() {
    Target file =
        new Target().kind(TargetKind.FILE).transport("file").cache(null, DeviceCache.UNKNOWN);
    Verdict verdict = Run.sound().on(file).judged(Run.WAL_DB);
    assertThat(outcome(verdict, "integrity.virtual-target")).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(outcome(verdict, "integrity.cache-state")).isEqualTo(Outcome.NOT_JUDGED);
    assertThat(verdict.wouldBe()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aShortenedRunNeverPassesButCanFail() {
    Verdict good =
        Run.sound()
            .on(Target.loop())
            .shortened("--quick (short phases)", "a scratch file")
            .judged(Run.WAL_DB);
    assertThat(good.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(good.reason())
        .startsWith(
            "would pass, but can't: a loop device is no drive; --quick (short phases);"
                + " a scratch file. Closest: 20 000 commits/s");
    Verdict bad =
        Run.sound()
            .with(Samples.fdatasync(1, 450).flush(2_000_000).phase())
            .shortened("--quick")
            .judged(Run.WAL_DB);
    assertThat(bad.overall()).isEqualTo(Outcome.FAIL);
    assertThat(bad.reason()).doesNotContain("would pass");
  }

  @Test
  void aShortenedRunThatIsCloseWouldPassNarrowly() {
    Verdict verdict =
        Run.sound()
            .with(Samples.fdatasync(1, 5_010).noise(0.01).flush(20_000).phase())
            .shortened("--quick")
            .judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000));
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.wouldBe()).isEqualTo(Outcome.MARGINAL);
    assertThat(verdict.reason()).startsWith("would pass narrowly, but can't: ");
  }

  @Test
  void fiveSecondsOfAQuickPhaseAreEnoughForWouldPass() {
    Run quick =
        new Run()
            .shortened("--quick")
            .with(Samples.fdatasync(1, 20_000).seconds(5).phase())
            .with(Samples.fdatasync(4, 50_000).seconds(5).phase());
    assertThat(quick.judged(Run.WAL_DB).wouldBe()).isEqualTo(Outcome.PASS);
  }

  @Test
  void anInterruptedRunIsInconclusiveUnlessItFails() {
    assertThat(Run.sound().interrupted().judged(Run.WAL_DB).overall())
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(
            Run.sound()
                .interrupted()
                .with(Samples.fdatasync(1, 450).phase())
                .judged(Run.WAL_DB)
                .overall())
        .isEqualTo(Outcome.FAIL);
  }

  @Test
  void deviceErrorsFailAndSayWhere() {
    DeviceError error =
        new DeviceError(
            5, "EIO", LatencyKind.WRITE, 0, 8_192, 4_096, Samples.START.plusSeconds(3), 7);
    Verdict verdict =
        Run.sound()
            .with(Samples.fdatasync(1, 20_000).errors(error).phase())
            .interrupted()
            .judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "7 device errors, the first: the device returned EIO (errno 5) on a write at offset"
                + " 8192 of stream 0 in "
                + ONE);
  }

  @Test
  void aBlockDeviceWhoseCacheStateIsUnknownIsInconclusive() {
    Verdict verdict =
        Run.sound().on(new Target().cache(null, DeviceCache.UNKNOWN)).judged(Run.WAL_DB);
    assertThat(outcome(verdict, "integrity.cache-state")).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aMissInDisturbedTimeIsInconclusiveAndAPassStaysOne() {
    Verdict bad =
        Run.sound()
            .with(Samples.fdatasync(1, 3_000).flush(20_000).phase())
            .disturbed(ONE, 3, 4)
            .judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000));
    assertThat(bad.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(bad.reason()).contains("disturbed by foreign-io: 12 MB/s from elsewhere");
    Verdict good = Run.sound().disturbed(ONE, 3, 4).judged(Run.WAL_DB);
    assertThat(good.overall()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aDisturbanceOfAnotherPhaseExcusesNothing() {
    Verdict verdict =
        Run.sound()
            .with(Samples.fdatasync(1, 3_000).phase())
            .disturbed("commit.fdatasync.streams-8", 3, 4)
            .judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000));
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
  }

  @Test
  void aDisturbanceWithoutAPhaseCountsWhereItsTimeFalls() {
    Run bad = Run.sound().with(Samples.fdatasync(1, 3_000).phase());
    assertThat(
            bad.disturbed("", 100, 110)
                .judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000))
                .overall())
        .isEqualTo(Outcome.FAIL);
    assertThat(
            bad.disturbed("", 29, 31)
                .judged(Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000))
                .overall())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void droppedFlushesAreNotExcusedByADisturbance() {
    Target overridden = new Target().cache("write through", DeviceCache.ENABLED);
    Verdict verdict = Run.sound().on(overridden).disturbed(ONE, 1, 2).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "power-loss protection inferred: none, the kernel drops the flushes."
                + " Let the kernel send flushes again, then measure again");
    assertThat(verdict.notes()).anyMatch(note -> note.contains("echo 'write back'"));
  }

  @Test
  void moreThanATenthOfTheTimeDisturbedIsInconclusive() {
    Run run = new Run().with(Samples.fdatasync(1, 20_000).phase());
    var criterion = Say.atLeast(Axis.COMMIT, ONE + ".iops", 5_000);
    assertThat(run.disturbed(ONE, 0, 2).disturbed(ONE, 1, 3).judged(criterion).overall())
        .isEqualTo(Outcome.PASS);
    Verdict verdict = run.disturbed(ONE, 29, 60).judged(criterion);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(result(verdict, "integrity.disturbed").explanation())
        .isEqualTo("13 % of the measured time was disturbed: foreign-io");
  }

  @Test
  void aBreachOfLittlesLawIsAFaultOfTheToolAndNeverAPass() {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 20_000).meanFactor(0.94).phase()).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("6 %", ONE, "fault of this tool");
    assertThat(
            Run.sound()
                .with(Samples.fdatasync(1, 20_000).meanFactor(0.951).phase())
                .judged(Run.WAL_DB)
                .overall())
        .isEqualTo(Outcome.PASS);
  }

  @Test
  void belowTwentyMicrosecondsAndWithFewCompletionsLittlesLawIsNotAsked() {
    Run fast = new Run().with(Samples.fdatasync(1, 60_000).meanFactor(0.8).phase());
    assertThat(outcome(fast.judged(Run.WAL_DB), "integrity.littles-law"))
        .isEqualTo(Outcome.NOT_JUDGED);
    Run rare = new Run().with(Samples.fdatasync(1, 3).meanFactor(0.8).phase());
    assertThat(outcome(rare.judged(Run.WAL_DB), "integrity.littles-law"))
        .isEqualTo(Outcome.NOT_JUDGED);
  }

  /** The schedule of an open loop says how many are in flight, not the streams' depth. */
  @Test
  void inOpenLoopLittlesLawIsNotAsked() {
    Run open = new Run().with(SampleLoad.served(0, 200_000, 900_000, 6_000_000));
    assertThat(outcome(open.judged(Run.WAL_DB), "integrity.littles-law"))
        .isEqualTo(Outcome.NOT_JUDGED);
  }

  @Test
  void eachGroupInClosedLoopObeysLittlesLawByItself() {
    assertThat(SampleLoad.closed(1).groupResults()).hasSize(2);
    Verdict good = new Run().with(SampleLoad.closed(1)).judged(Run.WAL_DB);
    assertThat(outcome(good, "integrity.littles-law")).isEqualTo(Outcome.PASS);
    Verdict bad = new Run().with(SampleLoad.closed(0.9)).judged(Run.WAL_DB);
    assertThat(result(bad, "integrity.littles-law").explanation())
        .contains("10 %", "mixed.db-compaction", "fault of this tool");
  }

  @Test
  void diskStatisticsMustAgreeWithinOnePercent() {
    assertThat(statistics(1.01)).isEqualTo(Outcome.PASS);
    assertThat(statistics(0.99)).isEqualTo(Outcome.PASS);
    assertThat(statistics(1.011)).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(statistics(0.5)).isEqualTo(Outcome.INCONCLUSIVE);
    Verdict none = Run.sound().judged(Run.WAL_DB);
    assertThat(outcome(none, "integrity.disk-statistics")).isEqualTo(Outcome.NOT_JUDGED);
  }

  @Test
  void statisticsThatDisagreeSayWhatItMeans() {
    assertThat(disk(1.5).reason()).contains("50 %", ONE, "foreign I/O");
    assertThat(disk(0.5).reason()).contains("50 %", ONE, "a cache answered");
  }

  @Test
  void latenciesOutsideTheHistogramAreLoud() {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 20_000).overflow(2).phase()).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("2 latencies of more than an hour");
  }

  private static Outcome statistics(double share) {
    return outcome(disk(share), "integrity.disk-statistics");
  }

  private static Verdict disk(double share) {
    return Run.sound()
        .with(Samples.fdatasync(1, 20_000).disk(Samples.disk(share, null, 0)).phase())
        .judged(Run.WAL_DB);
  }
}
