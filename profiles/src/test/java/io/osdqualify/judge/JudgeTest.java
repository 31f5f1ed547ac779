package io.osdqualify.judge;

import static io.osdqualify.judge.Run.outcome;
import static io.osdqualify.judge.Run.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.judge.Samples.Commits;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Criterion;
import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {

  private static final String ONE = "commit.fdatasync.streams-1";
  private static final String ONE_IOPS = ONE + ".iops";
  private static final Criterion FIVE_THOUSAND = Say.atLeast(Axis.COMMIT, ONE_IOPS, 5_000);
  private static final Criterion PROTECTED =
      Say.oneOf(Axis.POWER_LOSS_PROTECTION, "plp.finding", "proven", "declared", "likely");

  @Test
  void aSoundDrivePassesWithItsMarginsAndTheTightestNumbersNamed() {
    Verdict verdict = Run.sound().judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.PASS);
    assertThat(verdict.wouldBe()).isEqualTo(Outcome.PASS);
    assertThat(verdict.axes())
        .containsExactly(
            entry("commit", Outcome.PASS),
            entry("tail", Outcome.PASS),
            entry("scaling", Outcome.PASS),
            entry("power-loss protection", Outcome.PASS),
            entry("integrity", Outcome.PASS));
    assertThat(result(verdict, ONE_IOPS).margin()).isCloseTo(3.0, within(1e-9));
    assertThat(verdict.reason())
        .isEqualTo(
            "every limit is met, the closest: 20 000 commits/s on one stream, 4× above the 5 000"
                + " asked for; power-loss protection inferred: likely");
  }

  @Test
  void streamsOsdsStandsForTheOsdsOfTheRun() {
    Verdict verdict = Run.sound().judged(Run.WAL_DB);
    CriterionResult scaling = result(verdict, "commit.fdatasync.streams-osds.iops");
    assertThat(scaling.metric()).isEqualTo("commit.fdatasync.streams-4.iops");
    assertThat(scaling.op()).isEqualTo("at-least");
    assertThat(scaling.explanation())
        .isEqualTo("50 000 commits/s with 4 streams, 13× above the 4 000 asked for");
  }

  @Test
  void theWorstAxisWinsAndAFailNamesTheCommitsFirst() {
    Verdict verdict =
        Run.sound()
            .with(Samples.fdatasync(1, 450).flush(2_000_000).phase())
            .with(Samples.fdatasync(4, 3_600).phase())
            .judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.axes()).containsEntry("commit", Outcome.FAIL);
    assertThat(verdict.reason())
        .isEqualTo(
            "450 commits/s on one stream, 11× below the 5 000 asked for: each commit waits 2 ms"
                + " for the drive's flush; power-loss protection inferred: missing");
  }

  @Test
  void aWarningNeverMovesTheVerdictButIsNoted() {
    Verdict verdict =
        Run.sound().with(new Commits(Durability.DSYNC, 1, 4_500).phase()).judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.PASS);
    assertThat(outcome(verdict, "commit.dsync.streams-1.iops")).isEqualTo(Outcome.FAIL);
    assertThat(verdict.notes())
        .contains(
            "warning: 4 500 commits/s by dsync on one stream, 10 % below the 5 000 asked for");
  }

  @ParameterizedTest
  @CsvSource({
    "5200, 0.001, PASS",
    "5010, 0.01, MARGINAL",
    "4990, 0.01, MARGINAL",
    "5010, 0.2, INCONCLUSIVE",
    "4990, 0.2, INCONCLUSIVE",
    "4500, 0.001, FAIL"
  })
  void noiseNeverBuysAPass(double iops, double noise, Outcome expected) {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, iops).noise(noise).phase()).judged(FIVE_THOUSAND);
    assertThat(verdict.overall()).isEqualTo(expected);
  }

  @Test
  void tooNoisyIsSaidInSoManyWords() {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 5_010).noise(0.2).phase()).judged(FIVE_THOUSAND);
    assertThat(verdict.reason()).contains("too noisy", "95 % interval");
  }

  @Test
  void aLimitThatIsExactlyHitPassesWhereTheIntervalIsAPoint() {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 5_000).noise(0).phase()).judged(FIVE_THOUSAND);
    assertThat(verdict.overall()).isEqualTo(Outcome.PASS);
    assertThat(result(verdict, ONE_IOPS).margin()).isEqualTo(0);
  }

  @Test
  void aMarginalVerdictNamesTheCloseCall() {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 5_010).noise(0.01).phase()).judged(FIVE_THOUSAND);
    assertThat(verdict.reason())
        .startsWith(
            "5 010 commits/s on one stream, 0.2 % above the 5 000 asked for, which lies inside the 95 %");
  }

  @Test
  void aSampledValueWithoutAnIntervalIsInconclusiveWithTheReason() {
    Verdict verdict =
        Run.sound().with(Samples.fdatasync(1, 20_000).seconds(3).phase()).judged(FIVE_THOUSAND);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(result(verdict, ONE_IOPS).explanation())
        .isEqualTo(
            "20 000 commits/s on one stream, but too short for a 95 % interval: 3 of the 4 points"
                + " that it needs");
  }

  @Test
  void aFactNeedsNoInterval() {
    Criterion capacity =
        Say.atLeast(Axis.CAPACITY, "target.capacity", Say.number(960e9, Unit.BYTES));
    assertThat(Run.sound().judged(capacity).overall()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aMaximumNeedsNoInterval() {
    Criterion slowest = Say.atMost(Axis.TAIL, ONE + ".latency-max", 50_000);
    assertThat(Run.sound().judged(slowest).overall()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aMetricThatIsMissingIsInconclusiveWithItsReason() {
    Verdict verdict =
        Run.sound()
            .without("commit.fdatasync.streams-4")
            .missing("commit.fdatasync.streams-4.iops", "the phase was left out")
            .judged(Run.WAL_DB);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(result(verdict, "commit.fdatasync.streams-osds.iops").explanation())
        .isEqualTo("commits with 4 streams not measured: the phase was left out");
    assertThat(verdict.reason()).contains("not measured: the phase was left out");
  }

  @Test
  void aPercentileThatWasRefusedIsInconclusive() {
    Criterion tail = Say.atMost(Axis.TAIL, ONE + ".latency-p99.99", 10_000_000);
    Verdict verdict = Run.sound().with(Samples.fdatasync(1, 300).phase()).judged(tail);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.reason())
        .isEqualTo(
            "commit p99.99 on one stream not measured: too few samples: 0 of 9 000 lie beyond it, 10"
                + " must");
  }

  @Test
  void anInputThatWasNotGivenLeavesItsCriterionUnjudged() {
    Criterion capacity =
        Say.atLeast(Axis.CAPACITY, "target.capacity", Say.times(0.01, "osd_size", Unit.BYTES));
    Verdict verdict = Run.sound().judged(FIVE_THOUSAND, capacity);
    assertThat(verdict.overall()).isEqualTo(Outcome.PASS);
    assertThat(verdict.axes()).containsEntry("capacity", Outcome.NOT_JUDGED);
    assertThat(result(verdict, "target.capacity").explanation())
        .isEqualTo("osd_size was not given");
  }

  @Test
  void withoutOsdsACriterionThatNamesThemIsNotJudged() {
    Verdict verdict = Run.sound().inputs(Map.of()).judged(Run.WAL_DB);
    assertThat(outcome(verdict, "commit.fdatasync.streams-osds.iops"))
        .isEqualTo(Outcome.NOT_JUDGED);
  }

  @Test
  void whereNothingCouldBeJudgedNothingPasses() {
    Criterion capacity =
        Say.atLeast(Axis.CAPACITY, "target.capacity", Say.times(0.01, "osd_size", Unit.BYTES));
    Verdict verdict = Run.sound().judged(capacity);
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.reason()).isEqualTo("no criterion could be judged");
  }

  @Test
  void aLimitThatComesToNoNumberOrIsInAnotherUnitIsInconclusive() {
    Criterion nothing = Say.atLeast(Axis.COMMIT, ONE_IOPS, Say.number(Double.NaN, Unit.PER_SECOND));
    assertThat(Run.sound().judged(nothing).overall()).isEqualTo(Outcome.INCONCLUSIVE);
    Criterion bytes = Say.atLeast(Axis.COMMIT, ONE_IOPS, Say.number(1, Unit.BYTES));
    assertThat(Run.sound().judged(bytes).overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(Run.sound().judged(Say.atLeast(Axis.SCALING, "scaling.shape", 1)).overall())
        .isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void eachTierHasItsLimit() {
    Criterion criterion =
        Say.of(
            Axis.COMMIT,
            ONE_IOPS,
            new Limit.AtLeast(Say.number(5_000, Unit.NONE), Say.number(50_000, Unit.NONE)),
            Severity.FAIL);
    assertThat(Run.sound().judged(Say.profile(criterion), Tier.MINIMUM).overall())
        .isEqualTo(Outcome.PASS);
    assertThat(Run.sound().judged(Say.profile(criterion), Tier.RECOMMENDED).overall())
        .isEqualTo(Outcome.FAIL);
  }

  @Test
  void limitsMayNameTheCapacityOfTheTarget() {
    Criterion criterion =
        Say.atLeast(Axis.CAPACITY, "target.capacity", Say.times(2, "capacity", Unit.BYTES));
    assertThat(Run.sound().judged(criterion).overall()).isEqualTo(Outcome.FAIL);
  }

  @Test
  void aConditionThatIsFalseOrHasNoValueLeavesACriterionUnjudged() {
    Map<String, Result> inputs = Map.of("osds", new Result.Figure(1, Unit.NONE));
    var scope = Inputs.scope(inputs, new Samples.Target().facts());
    assertThat(Conditions.unmet(null, scope)).isEmpty();
    assertThat(Conditions.unmet(Say.truth(true), scope)).isEmpty();
    assertThat(Conditions.unmet(Say.truth(false), scope)).contains("only judged when osds > 1");
    assertThat(Conditions.unmet(Say.times(1, "osd_size", Unit.BYTES), scope))
        .contains("osd_size was not given");
  }

  @ParameterizedTest
  @CsvSource({
    "proven, PASS",
    "declared, PASS",
    "likely, PASS",
    "indeterminate, INCONCLUSIVE",
    "unknown, INCONCLUSIVE",
    "missing, FAIL",
    "dropped, FAIL",
    "ignored, FAIL"
  })
  void aFindingThatLeavesTheQuestionOpenIsNoFail(String finding, Outcome expected) {
    Verdict verdict =
        Run.sound().measured(Measurement.word("plp.finding", finding)).judged(PROTECTED);
    assertThat(verdict.overall()).isEqualTo(expected);
    assertThat(verdict.reason()).endsWith(PowerLoss.of(finding).orElseThrow().brief());
  }

  @Test
  void aFindingThatTheProfileAllowsPassesWhateverItIs() {
    Criterion lenient =
        Say.oneOf(Axis.POWER_LOSS_PROTECTION, "plp.finding", "unknown", "indeterminate");
    Verdict verdict =
        Run.sound().measured(Measurement.word("plp.finding", "unknown")).judged(lenient);
    assertThat(verdict.overall()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aProofInTheResultIsNotCalledInferred() {
    Verdict verdict =
        Run.sound().measured(Measurement.word("plp.finding", "proven")).judged(PROTECTED);
    assertThat(verdict.reason()).isEqualTo("power-loss protection proven by a power cut");
    assertThat(String.join(" ", verdict.notes())).doesNotContain("inferred", "only a power-cut");
  }

  @Test
  void everyVerdictSaysThatOnlyAPowerCutProvesProtection() {
    assertThat(Run.sound().judged(FIVE_THOUSAND).notes())
        .anyMatch(note -> note.endsWith("; only a power-cut test proves it"));
  }

  @Test
  void theSameInputGivesTheSameVerdictAndOrderDoesNotMatter() {
    Verdict verdict = Run.sound().judged(Run.WAL_DB);
    assertThat(Run.sound().judged(Run.WAL_DB)).isEqualTo(verdict);
    Criterion[] reversed = new Criterion[Run.WAL_DB.criteria().size()];
    for (int i = 0; i < reversed.length; i++) {
      reversed[i] = Run.WAL_DB.criteria().get(reversed.length - 1 - i);
    }
    Verdict other = Run.sound().judged(reversed);
    assertThat(other.overall()).isEqualTo(verdict.overall());
    assertThat(other.axes()).isEqualTo(verdict.axes());
    assertThat(other.reason()).isEqualTo(verdict.reason());
  }

  @Test
  void aVerdictReadsTheSameUnderEveryLocale() {
    java.util.Locale before = java.util.Locale.getDefault();
    try {
      Verdict root = Run.sound().judged(Run.WAL_DB);
      java.util.Locale.setDefault(java.util.Locale.forLanguageTag("tr-TR"));
      assertThat(Run.sound().judged(Run.WAL_DB)).isEqualTo(root);
      java.util.Locale.setDefault(java.util.Locale.GERMANY);
      assertThat(Run.sound().judged(Run.WAL_DB)).isEqualTo(root);
    } finally {
      java.util.Locale.setDefault(before);
    }
  }
}
