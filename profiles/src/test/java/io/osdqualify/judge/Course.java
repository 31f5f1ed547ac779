package io.osdqualify.judge;

import io.osdqualify.evidence.SeriesPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongToDoubleFunction;

/** Seconds of 4 KiB writes of a drive whose rate depends on time, or on what it has written. */
final class Course {

  static final int BLOCK = 4096;

  /** The noise that the tests speak of: one standard deviation of a second's rate. */
  static final double NOISE = 0.1;

  /** How much of a second's deviation the next one still has. */
  private static final double MEMORY = 0.5;

  /** One second in a hundred stalls. */
  private static final double STALLS = 0.01;

  private final Random random;
  private final double noise;
  private final List<SeriesPoint> points = new ArrayList<>();
  private double deviation;
  private double written;

  Course(long seed, double noise) {
    random = new Random(seed);
    this.noise = noise;
  }

  /** Seconds at one rate. */
  Course at(double rate, int seconds) {
    return by(second -> rate, seconds);
  }

  /** Seconds at a rate that depends on how many of them have passed. */
  Course by(LongToDoubleFunction rate, int seconds) {
    for (int second = 0; second < seconds; second++) {
      add(Math.round(rate.applyAsDouble(second) * factor()));
    }
    return this;
  }

  /** One rate until so many bytes are written, another one after: within a second, too. */
  Course cliff(double fast, double slow, long bytes, int seconds) {
    for (int second = 0; second < seconds; second++) {
      double factor = factor();
      double left = Math.max(0, bytes - written) / BLOCK;
      double quick = Math.min(fast * factor, left);
      double rest = 1 - quick / (fast * factor);
      add(Math.round(quick + rest * slow * factor));
    }
    return this;
  }

  List<SeriesPoint> points() {
    return points;
  }

  private double factor() {
    double fresh = random.nextGaussian() * noise * Math.sqrt(1 - MEMORY * MEMORY);
    deviation = MEMORY * deviation + fresh;
    boolean stalls = noise > 0 && random.nextDouble() < STALLS;
    return stalls ? 0.2 : Math.exp(deviation);
  }

  private void add(long operations) {
    written += (double) operations * BLOCK;
    points.add(
        new SeriesPoint(
            points.size() + 1.0,
            1,
            operations,
            operations * BLOCK,
            operations == 0 ? null : 1e9 * 32 / operations,
            null,
            null));
  }
}
