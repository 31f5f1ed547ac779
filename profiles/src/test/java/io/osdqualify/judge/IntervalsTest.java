package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.SeriesPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalsTest {

  @Test
  void theIntervalOfIndependentSecondsIsThatOfTheTDistribution() {
    // 98, 102, 100, 99, 101: s = 1.5811, t(4; 0.975) = 2.7764, half-width 1.9632; lag-1 is −0.6
    Uncertainty.Interval interval = rate(100, 98, 102, 100, 99, 101);
    assertThat(interval.halfWidth()).isCloseTo(1.9632, within(0.0001));
    assertThat(interval.low()).isCloseTo(98.0368, within(0.0001));
  }

  @Test
  void correlationThatCannotBeBatchedAwayWidensTheInterval() {
    // s = 1.5811, lag-1 = 0.4, t(4; 0.975) = 2.7764; √(1.4 / 0.6) = 1.5275
    assertThat(rate(100, 98, 99, 100, 101, 102).halfWidth()).isCloseTo(2.9989, within(0.0001));
  }

  @Test
  void correlatedSecondsAreBatchedByTwoAndTwo() {
    // lag-1 0.625 of 8, 0.25 of 4 batches; s = 2.3094, t(3; 0.975) = 3.1824; √(1.25 / 0.75)
    assertThat(rate(100, 98, 98, 98, 98, 102, 102, 102, 102).halfWidth())
        .isCloseTo(4.7442, within(0.001));
  }

  @Test
  void aSteadyRateHasAPointForAnInterval() {
    assertThat(rate(100, 100, 100, 100, 100)).isEqualTo(new Uncertainty.Interval(100, 100));
  }

  @Test
  void threePointsHaveNoIntervalAndAReason() {
    Uncertainty none = Intervals.ofRate(100, seconds(99, 100, 101));
    assertThat(none).isInstanceOf(Uncertainty.Absent.class);
    assertThat(((Uncertainty.Absent) none).reason())
        .isEqualTo("too short for a 95 % interval: 3 of the 4 points that it needs");
  }

  @Test
  void secondsWithoutACompletionHaveNoMeanLatency() {
    Uncertainty none = Intervals.ofMeanLatency(1, seconds(0, 0, 0, 0));
    assertThat(none).isInstanceOf(Uncertainty.Absent.class);
  }

  @Test
  void pointsOfUnequalLengthCountByTheirRate() {
    List<SeriesPoint> points = new ArrayList<>();
    double end = 0;
    for (double length : new double[] {1, 1.5, 0.8, 1.2, 1}) {
      end += length;
      points.add(Samples.point(end, length, Math.round(1000 * length), 1));
    }
    assertThat(interval(Intervals.ofRate(1000, points)).halfWidth()).isCloseTo(0, within(1e-9));
  }

  @Test
  void aStubAtTheEndIsNoDegreeOfFreedom() {
    List<SeriesPoint> points = new ArrayList<>(seconds(98, 102, 100, 99, 101));
    points.add(Samples.point(5.02, 0.02, 2, 1));
    double with = interval(Intervals.ofRate(100, points)).halfWidth();
    assertThat(with).isCloseTo(rate(100, 98, 102, 100, 99, 101).halfWidth(), within(0.05));
  }

  @Test
  void meanLatencyIsWeightedByOperations() {
    List<SeriesPoint> points =
        List.of(
            Samples.point(1, 1, 1000, 100),
            Samples.point(2, 1, 1, 5000),
            Samples.point(3, 1, 1000, 101),
            Samples.point(4, 1, 1000, 99));
    assertThat(interval(Intervals.ofMeanLatency(101.6, points)).halfWidth()).isLessThan(10);
  }

  @Test
  void aDriftingRateGetsAWideInterval() {
    double[] climb = new double[300];
    for (int i = 0; i < climb.length; i++) {
      climb[i] = 10_000 + 300 * i;
    }
    Uncertainty.Interval interval = interval(Intervals.ofRate(54_850, seconds(climb)));
    assertThat(interval.low()).isLessThan(15_000);
    assertThat(interval.high()).isGreaterThan(95_000);
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "0, 30", "0, 300", "0.3, 60", "0.5, 60", "0.5, 300", "0.8, 300", "0.9, 300"})
  void nineteenOfTwentyIntervalsHoldTheTrueRateOfACorrelatedSeries(double phi, int length) {
    Random random = new Random(20_260_101);
    int held = 0;
    int runs = 1_000;
    for (int run = 0; run < runs; run++) {
      double[] series = autoregressive(random, phi, length);
      double mean = java.util.Arrays.stream(series).average().orElseThrow();
      Uncertainty.Interval interval = interval(Intervals.ofRate(mean, seconds(series)));
      held += interval.low() <= 1e6 && 1e6 <= interval.high() ? 1 : 0;
    }
    assertThat(held / (double) runs).isBetween(0.90, 0.99);
  }

  @ParameterizedTest
  @CsvSource({"50, 100", "50, 5000", "99, 1000", "99, 30000", "99.9, 20000"})
  void nineteenOfTwentyPercentileIntervalsHoldTheTruePercentile(double percent, int count) {
    Random random = new Random(7);
    double truth = -Math.log(1 - percent / 100) * 1e6;
    int held = 0;
    int runs = 200;
    for (int run = 0; run < runs; run++) {
      Uncertainty.Interval interval =
          interval(Intervals.ofPercentile(exponential(random, count), percent));
      held += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
    }
    assertThat(held / (double) runs).isBetween(0.925, 1.0);
  }

  @Test
  void exactAndNormalRanksAgreeWhereTheyMeet() {
    OrderStatistics.Ranks exact = OrderStatistics.ranks(19_900, 0.99);
    OrderStatistics.Ranks normal = OrderStatistics.ranks(20_100, 0.99);
    assertThat(19_701 - exact.low()).isCloseTo(19_899 - normal.low(), within(2L));
    assertThat(exact.high() - 19_701).isCloseTo(normal.high() - 19_899, within(2L));
  }

  @Test
  void ranksOfAMedianOfTenAreThoseOfTheTables() {
    // Binomial(10, 0.5): P(B ≤ 1) = 0.011, P(B ≤ 2) = 0.055; so ranks 2 and 9, coverage 97.9 %
    assertThat(OrderStatistics.ranks(10, 0.5)).isEqualTo(new OrderStatistics.Ranks(2, 9));
  }

  @Test
  void aPercentileWithNineSamplesBeyondIsRefusedWithTheReason() {
    Uncertainty none = Intervals.ofPercentile(Samples.histogram(Map.of(1000L, 999L), 1000, 0), 99);
    assertThat(((Uncertainty.Absent) none).reason())
        .isEqualTo("too few samples: 9 of 999 lie beyond it, 10 must");
  }

  @Test
  void thousandEqualSamplesGiveAnIntervalOfOneBucketAtMost() {
    Uncertainty.Interval interval =
        interval(Intervals.ofPercentile(Samples.histogram(Map.of(1000L, 1000L), 1000, 0), 99));
    assertThat(interval).isEqualTo(new Uncertainty.Interval(1000, 1000));
  }

  private static double[] autoregressive(Random random, double phi, int length) {
    double[] series = new double[length];
    double state = random.nextGaussian() / Math.sqrt(1 - phi * phi);
    for (int i = 0; i < length; i++) {
      series[i] = 1e6 + 1e4 * state;
      state = phi * state + random.nextGaussian();
    }
    return series;
  }

  private static LatencyHistogram exponential(Random random, int count) {
    Map<Long, Long> samples = new HashMap<>();
    for (int i = 0; i < count; i++) {
      long ns = Math.max(1, Math.round(-Math.log(1 - random.nextDouble()) * 1e6));
      samples.merge(ns, 1L, Long::sum);
    }
    return Samples.histogram(samples, 1e6, 0);
  }

  private static Uncertainty.Interval rate(double mean, double... operations) {
    return interval(Intervals.ofRate(mean, seconds(operations)));
  }

  private static List<SeriesPoint> seconds(double... operations) {
    List<SeriesPoint> points = new ArrayList<>();
    for (double count : operations) {
      points.add(Samples.point(points.size() + 1, 1, Math.round(count), 1));
    }
    return points;
  }

  private static Uncertainty.Interval interval(Uncertainty uncertainty) {
    return (Uncertainty.Interval) uncertainty;
  }
}
