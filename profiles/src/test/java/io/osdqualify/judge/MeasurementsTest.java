package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Value;
import io.osdqualify.judge.Samples.Commits;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementsTest {

  private static final Map<String, Result> FOUR_OSDS =
      Map.of("osds", new Result.Figure(4, Unit.NONE));

  @Test
  void aPhaseYieldsItsRateAndItsLatencies() {
    Measured measured = PhaseMeasurements.of(Samples.fdatasync(1, 20_000).phase());
    assertThat(measured.missing()).isEmpty();
    assertThat(measured.measurements())
        .extracting(Measurement::metric)
        .containsExactly(
            "commit.fdatasync.streams-1.iops",
            "commit.fdatasync.streams-1.latency-mean",
            "commit.fdatasync.streams-1.latency-p50",
            "commit.fdatasync.streams-1.latency-p99",
            "commit.fdatasync.streams-1.latency-p99.9",
            "commit.fdatasync.streams-1.latency-p99.99",
            "commit.fdatasync.streams-1.latency-max");
    assertThat(value(measured, "commit.fdatasync.streams-1.iops")).isEqualTo(20_000);
    assertThat(value(measured, "commit.fdatasync.streams-1.latency-mean")).isEqualTo(50_000);
  }

  @Test
  void ratesAndPercentilesHaveIntervalsAndAMaximumHasNone() {
    Measured measured = PhaseMeasurements.of(Samples.fdatasync(1, 20_000).phase());
    assertThat(measured.measurements())
        .allMatch(m -> m.hasInterval() != m.metric().endsWith("latency-max"));
    assertThat(measured.measurements()).allMatch(m -> m.n() == 600_000);
  }

  @Test
  void aPercentileWithTooFewSamplesBeyondIsMissingWithTheReason() {
    Measured measured = PhaseMeasurements.of(Samples.fdatasync(1, 300).phase());
    assertThat(measured.missing())
        .extracting(Missing::what)
        .containsExactly(
            "commit.fdatasync.streams-1.latency-p99.9",
            "commit.fdatasync.streams-1.latency-p99.99");
    assertThat(measured.missing())
        .first()
        .asString()
        .contains("too few samples: 9 of 9 000 lie beyond it");
  }

  @Test
  void aPhaseTooShortForAnIntervalHasTheValueAndTheReason() {
    Measured measured = PhaseMeasurements.of(Samples.fdatasync(1, 20_000).seconds(3).phase());
    assertThat(value(measured, "commit.fdatasync.streams-1.iops")).isEqualTo(20_000);
    assertThat(measured.missing())
        .extracting(Missing::what)
        .contains("commit.fdatasync.streams-1.iops.ci95");
  }

  @Test
  void aPhaseThatEndsByItsVolumeYieldsItsBandwidthAlone() {
    Phase fill = Samples.volume("precondition", 256L << 20, 0.25);
    assertThat(PhaseMeasurements.of(fill))
        .isEqualTo(
            new Measured(
                List.of(
                    new Measurement(
                        "precondition.bandwidth",
                        new Value.Figure(1L << 30),
                        Unit.BYTES_PER_SECOND,
                        1,
                        null,
                        null)),
                List.of()));
    assertThat(PhaseMeasurements.of(Samples.volume("precondition", 0, 0)).missing())
        .containsExactly(new Missing("precondition.bandwidth", "nothing completed in the phase"));
  }

  @Test
  void aPhaseInWhichNothingCompletedIsMissingNotZero() {
    Phase empty = Samples.fdatasync(1, 20_000).seconds(0).phase();
    Measured measured = PhaseMeasurements.of(empty);
    assertThat(measured.measurements()).isEmpty();
    assertThat(measured.missing())
        .contains(new Missing("commit.fdatasync.streams-1.iops", "nothing completed in the phase"));
  }

  @Test
  void severalPhasesYieldShapeFlushAndRatio() {
    Measured measured =
        Measurements.of(
            new Target().facts(),
            List.of(
                new Commits(Durability.NONE, 1, 40_000).phase(),
                Samples.fdatasync(1, 20_000).flush(25_000).phase(),
                Samples.fdatasync(8, 60_000).phase(),
                Samples.fdatasync(16, 61_000).phase()),
            FOUR_OSDS);
    assertThat(word(measured, "scaling.shape")).isEqualTo("asymptotic");
    assertThat(word(measured, "plp.finding")).isEqualTo("likely");
    assertThat(value(measured, "flush.latency-p50")).isEqualTo(25_000);
    assertThat(value(measured, "flush.ratio")).isCloseTo(0.5, within(1e-9));
    assertThat(value(measured, "target.capacity")).isEqualTo(960e9);
    assertThat(value(measured, "plan.osds")).isEqualTo(4);
    assertThat(measured.missing()).isEmpty();
  }

  @Test
  void theIntervalOfTheRatioSpansTheEndsOfBoth() {
    Measured measured =
        Measurements.of(
            new Target().facts(),
            List.of(
                new Commits(Durability.NONE, 1, 40_000).noise(0.02).phase(),
                Samples.fdatasync(1, 20_000).noise(0.02).phase()),
            FOUR_OSDS);
    Measurement ratio = measurement(measured, "flush.ratio");
    assertThat(ratio.ci95Low()).isLessThan(0.4999);
    assertThat(ratio.ci95High()).isGreaterThan(0.5001);
  }

  @Test
  void whatWasNotMeasuredIsMissingWithTheReason() {
    Measured measured =
        Measurements.of(
            new Target().facts(), List.of(Samples.fdatasync(1, 9_000).flush(0).phase()), Map.of());
    assertThat(measured.missing())
        .extracting(Missing::what)
        .contains("scaling.shape", "flush.latency-p50", "flush.ratio");
    assertThat(word(measured, "plp.finding")).isEqualTo("unknown");
    assertThat(measured.measurements()).extracting(Measurement::metric).doesNotContain("plan.osds");
  }

  @Test
  void otherBlockSizesAndDurabilitiesDoNotMixIntoTheShape() {
    Measured measured =
        Measurements.of(
            new Target().facts(),
            List.of(
                Samples.fdatasync(1, 1_000).phase(),
                Samples.fdatasync(8, 8_000).phase(),
                new Commits(Durability.DSYNC, 16, 10).phase()),
            FOUR_OSDS);
    assertThat(word(measured, "scaling.shape")).isEqualTo("linear");
  }

  private static Measurement measurement(Measured measured, String metric) {
    return measured.measurements().stream()
        .filter(m -> m.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static double value(Measured measured, String metric) {
    return measurement(measured, metric).number();
  }

  private static String word(Measured measured, String metric) {
    Measurement found = measurement(measured, metric);
    return found.value().print(found.unit());
  }
}
