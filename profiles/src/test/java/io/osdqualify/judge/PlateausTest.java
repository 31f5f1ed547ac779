package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.judge.Plateaus.Shape;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Courses whose right reading is known. Noise, where it is said: each second scatters by 10 % and
 * has half of the deviation of the one before, and one second in a hundred stalls.
 */
class PlateausTest {

  private static final int SEEDS = 200;
  private static final double NOISE = Course.NOISE;

  private static Course noisy(int seed) {
    return new Course(seed, NOISE);
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 300, 3600})
  void noiseAloneIsNoChangeInTwoHundredSeeds(int seconds) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Plateaus plateaus = Plateaus.of(noisy(seed).at(50_000, seconds).points());
      assertThat(plateaus.stretches()).as("seed %d", seed).hasSize(1);
      assertThat(plateaus.shape()).as("seed %d", seed).isEqualTo(Shape.STEADY);
    }
  }

  @Test
  void aCliffIsFoundWithinFivePercentOfItsByte() {
    for (int seed = 0; seed < SEEDS; seed++) {
      long bytes = (long) (100_000.0 * Course.BLOCK * (15 + seed * 7));
      Course course = noisy(seed).cliff(100_000, 30_000, bytes, 3000);
      Plateaus plateaus = Plateaus.of(course.points());
      assertThat(plateaus.falls()).as("seed %d", seed).hasSize(1);
      assertThat(plateaus.end(0).bytes())
          .as("seed %d", seed)
          .isCloseTo((double) bytes, near(bytes));
      assertThat(plateaus.shape()).as("seed %d", seed).isEqualTo(Shape.CLIFF);
      assertThat(Plateaus.rate(plateaus.plateau())).isCloseTo(30_000, within(1_500.0));
      assertThat(Plateaus.rate(plateaus.fresh())).isCloseTo(100_000, within(10_000.0));
    }
  }

  private static org.assertj.core.data.Offset<Double> near(long bytes) {
    return within(0.05 * bytes);
  }

  @Test
  void aSmallCliffIsOneWhereTheRateScattersLess() {
    Course course = new Course(1, 0.02).at(10_000, 120).at(7_500, 600);
    Plateaus plateaus = Plateaus.of(course.points());
    assertThat(plateaus.falls()).hasSize(1);
    assertThat(plateaus.plateauFrom()).isEqualTo(120);
  }

  @Test
  void ofTwoCliffsTheFirstIsTheCliffAndThePlateauFollowsTheLast() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Course course = noisy(seed).at(300_000, 60).at(90_000, 400).at(30_000, 2000);
      Plateaus plateaus = Plateaus.of(course.points());
      assertThat(plateaus.falls()).as("seed %d", seed).containsExactly(0, 1);
      assertThat(plateaus.end(0).bytes())
          .isCloseTo((double) Plateaus.bytes(course.points().subList(0, 60)), within(0.5e9));
      assertThat(plateaus.plateauFrom()).isBetween(458, 462);
      assertThat(Plateaus.rate(plateaus.plateau())).isCloseTo(30_000, within(2_000.0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 45, 120, 333})
  void aSquareWaveIsThrottlingAndItsMeanIsWhatCounts(int half) {
    for (int seed = 0; seed < 20; seed++) {
      Course course = noisy(seed).by(second -> second / half % 2 == 0 ? 80_000 : 20_000, 10 * half);
      Plateaus plateaus = Plateaus.of(course.points());
      assertThat(plateaus.shape()).as("seed %d", seed).isEqualTo(Shape.THROTTLED);
      assertThat(plateaus.falls()).as("seed %d", seed).isEmpty();
      assertThat(Plateaus.rate(plateaus.plateau())).isCloseTo(50_000, within(6_000.0));
    }
  }

  @Test
  void throttlingAfterACliffIsThrottlingOfThePlateau() {
    Course course = noisy(3).at(200_000, 100);
    for (int i = 0; i < 8; i++) {
      course.at(60_000, 60).at(30_000, 30);
    }
    Plateaus plateaus = Plateaus.of(course.points());
    assertThat(plateaus.falls()).hasSize(1);
    assertThat(plateaus.plateauFrom()).isEqualTo(100);
    assertThat(plateaus.shape()).isEqualTo(Shape.THROTTLED);
  }

  @Test
  void aDriveThatClimbsIsNeverTakenForSteady() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Course course =
          noisy(seed).by(second -> 20_000 + 80_000 * Math.min(1, second / 1200.0), 1500);
      for (int until = 200; until <= 1500; until += 100) {
        Plateaus plateaus = Plateaus.of(course.points().subList(0, until));
        assertThat(plateaus.shape()).as("seed %d until %d", seed, until).isEqualTo(Shape.CLIMBING);
      }
      Plateaus whole = Plateaus.of(course.points());
      assertThat(Plateaus.rate(whole.plateau())).isGreaterThan(80_000);
      assertThat(whole.falls()).isEmpty();
    }
  }

  @Test
  void aDriveThatFallsSlowlyToTheEndHasNoPlateau() {
    Course course = noisy(5).by(second -> 90_000 * Math.exp(-second / 900.0), 1800);
    assertThat(Plateaus.of(course.points()).shape()).isEqualTo(Shape.FALLING);
  }

  @Test
  void aFallThatComesBackOnceIsNoCliff() {
    Course course = noisy(6).at(50_000, 600).at(10_000, 120).at(50_000, 600);
    Plateaus plateaus = Plateaus.of(course.points());
    assertThat(plateaus.shape()).isEqualTo(Shape.RECOVERED);
    assertThat(plateaus.isWhole()).isTrue();
  }

  @Test
  void aFallAtTheVeryEndIsNoPlateauToJudgeBy() {
    Course course = noisy(7).at(50_000, 600).at(10_000, 15);
    Plateaus plateaus = Plateaus.of(course.points());
    assertThat(plateaus.shape()).isEqualTo(Shape.FALLING);
    assertThat(plateaus.isWhole()).isTrue();
  }

  @Test
  void secondsWithoutAnyOperationAreStallsNotLevels() {
    Course course = noisy(8);
    for (int i = 0; i < 20; i++) {
      course.at(40_000, 47).at(0, 3);
    }
    assertThat(Plateaus.of(course.points()).shape()).isEqualTo(Shape.STEADY);
  }

  @Test
  void aDriveThatDoesNothingIsRead() {
    Plateaus plateaus = Plateaus.of(new Course(1, 0).at(0, 100).points());
    assertThat(plateaus.stretches()).hasSize(1);
    assertThat(Plateaus.rate(plateaus.plateau())).isZero();
  }

  @Test
  void aDayOfSecondsTakesLessThanASecond() {
    List<List<SeriesPoint>> days =
        List.of(
            noisy(1).at(50_000, 86_400).points(),
            noisy(2).at(300_000, 90).at(40_000, 86_310).points(),
            noisy(3).by(second -> second / 40 % 2 == 0 ? 80_000 : 20_000, 86_400).points());
    IntStream.range(0, 3).forEach(i -> Plateaus.of(days.get(i).subList(0, 5000)));
    for (List<SeriesPoint> day : days) {
      long start = System.nanoTime();
      Shape shape = Plateaus.of(day).shape();
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(took).as("%s", shape).isLessThan(Duration.ofSeconds(1));
    }
    assertThat(Plateaus.of(days.get(1)).plateauFrom()).isEqualTo(90);
  }
}
