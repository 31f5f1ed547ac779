package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The comparison with fio must be able to fail, and noise alone must not make it fail. */
class AgreementTest {

  private static final int PAIRS = 7;
  private static final int SERIES = 10_000;

  private final Random random = new Random(1);

  @Test
  void oursTenPercentHigherIsNoticedInAQuietSeries() {
    assertThat(share(PAIRS, 0.01, 1.1)).isLessThan(0.001);
  }

  @Test
  void oneDisturbedRunOfFioDoesNotHideIt() {
    double[] fio = runs(PAIRS, 0.01, 1);
    fio[3] *= 2;
    assertThat(Agreement.of("p50", runs(PAIRS, 0.01, 1.1), fio, 0.05).holds()).isFalse();
  }

  @Test
  void noiseAloneIsSeldomADifference() {
    assertThat(share(PAIRS, 0.1, 1)).isGreaterThan(0.96);
    // A series that disagrees is measured on, to twice the pairs.
    assertThat(share(2 * PAIRS, 0.1, 1)).isGreaterThan(0.999);
  }

  /** How many series of noisy runs agree. */
  private double share(int pairs, double noise, double factor) {
    int agreed = 0;
    for (int i = 0; i < SERIES; i++) {
      if (Agreement.of("p50", runs(pairs, noise, factor), runs(pairs, noise, 1), 0.05).holds()) {
        agreed++;
      }
    }
    return (double) agreed / SERIES;
  }

  private double[] runs(int pairs, double noise, double factor) {
    double[] runs = new double[pairs];
    Arrays.setAll(runs, i -> factor * (1 + noise * random.nextGaussian()));
    return runs;
  }
}
