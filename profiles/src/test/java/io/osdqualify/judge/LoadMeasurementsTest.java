package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SampleLoad;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.profile.Axis;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Measurements of phases with several groups of streams, and of open loops. */
class LoadMeasurementsTest {

  private static final String WAL = "mixed.wal+db.wal.";
  private static final Phase SERVED = SampleLoad.served(0, 200_000, 900_000, 6_000_000);

  private static Measurement measurement(Measured measured, String metric) {
    return measured.measurements().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eachGroupHasItsRateItsBandwidthAndItsResponse() {
    Measured measured = MixedMeasurements.of(List.of(SERVED));
    Measurement rate = measurement(measured, WAL + "iops");
    assertThat(rate.number()).isEqualTo(2000);
    assertThat(rate.n()).isEqualTo(240_000);
    assertThat(rate.hasInterval()).isTrue();
    Measurement p99 = measurement(measured, WAL + "latency-p99");
    assertThat(p99.number()).isCloseTo(900_000, within(9_000.0));
    assertThat(p99.ci95Low()).isLessThanOrEqualTo(p99.number());
    assertThat(p99.ci95High()).isGreaterThanOrEqualTo(p99.number());
    assertThat(measurement(measured, WAL + "latency-max").number()).isEqualTo(6_000_000);
    assertThat(measurement(measured, WAL + "latency-p99.99").n()).isEqualTo(240_000);
    assertThat(measurement(measured, "mixed.wal+db.compaction.bandwidth").number())
        .isEqualTo(102.0 * (1 << 20));
    assertThat(measurement(measured, "mixed.wal+db.compaction.bandwidth").hasInterval()).isTrue();
    assertThat(measurement(measured, "mixed.wal+db.read.iops").number()).isEqualTo(400);
    assertThat(measured.missing())
        .extracting(Missing::what)
        .containsExactly(
            "mixed.wal+db.compaction.latency-p99.99",
            "mixed.wal+db.compaction-read.latency-p99.9",
            "mixed.wal+db.compaction-read.latency-p99.99",
            "mixed.wal+db.read.latency-p99.99");
  }

  @Test
  void aDriveThatServesAllKeepsItsFiguresToTheLast() {
    Measured measured = MixedMeasurements.of(List.of(SERVED));
    assertThat(OpenLoop.behind(List.of(SERVED))).isEmpty();
    assertThat(measurement(measured, WAL + "latency-p50").number())
        .isCloseTo(200_000, within(2_000.0));
  }

  /** Served ones all took less than 1 ms; what was never started makes the p99. */
  @Test
  void whatWasNotServedCountsWithItsWait() {
    Phase behind = SampleLoad.behind(0, 450, 200_000, 900_000, 950_000);
    Measured measured = MixedMeasurements.of(List.of(behind));
    // 50/s of 4 logs for 120 s: 24 000 of 240 000, the longest for 12 s.
    assertThat(measurement(measured, WAL + "latency-p99").number())
        .isCloseTo(0.9 * 12e9, within(0.01 * 12e9));
    assertThat(measurement(measured, WAL + "latency-max").number())
        .isCloseTo(12e9, within(0.01 * 12e9));
    assertThat(measurement(measured, WAL + "latency-p50").number()).isLessThan(300_000);
    assertThat(measurement(measured, WAL + "iops").number()).isEqualTo(1800);
    assertThat(OpenLoop.behind(List.of(behind)))
        .containsExactly(
            "the drive can't keep up with 2 000/s of wal in mixed.wal+db: 24 000 of 240 000"
                + " operations were due and had not started at the end; its percentiles are lower"
                + " bounds");
  }

  @Test
  void aDriveThatDoesNotKeepUpFailsAndTheVerdictSaysSo() {
    var criterion = Say.atMost(Axis.MIXED_LOAD, WAL + "latency-p99", 5_000_000);
    Verdict good = new Run().with(SERVED).judged(criterion);
    assertThat(Run.outcome(good, WAL + "latency-p99")).isEqualTo(Outcome.PASS);
    Verdict bad =
        new Run().with(SampleLoad.behind(0, 490, 200_000, 900_000, 950_000)).judged(criterion);
    assertThat(Run.outcome(bad, WAL + "latency-p99")).isEqualTo(Outcome.FAIL);
    assertThat(bad.notes()).anyMatch(note -> note.contains("can't keep up with 2 000/s of wal"));
    assertThat(bad.reason()).startsWith("WAL p99 under wal+db");
  }

  @Test
  void nothingServedIsNoMeasurementButAllOfItsWaits() {
    Phase never = SampleLoad.behind(0, 0, 200_000, 900_000, 950_000);
    Measured measured = MixedMeasurements.of(List.of(never));
    assertThat(measurement(measured, WAL + "latency-p50").number())
        .isCloseTo(60e9, within(0.01 * 60e9));
    assertThat(measured.missing()).extracting(Missing::what).contains(WAL + "bandwidth");
  }
}
