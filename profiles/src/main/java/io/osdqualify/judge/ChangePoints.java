package io.osdqualify.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Where the level of a rate changes: a series of about one point a second cut into stretches of one
 * level each.
 *
 * <p>The logarithms of the rates, without single seconds that stand out, are looked at through
 * intervals of all lengths (seeded binary segmentation, Kovács et al. 2020). An interval whose best
 * split is beyond noise and separates two levels holds a change; the narrowest intervals come
 * first, since they hold one only (narrowest over threshold, Baranowski et al. 2019). So a drive
 * that falls and comes back again and again is seen as such, and a day of seconds takes well below
 * a second.
 */
final class ChangePoints {

  /** A level holds for this many points at least. A choice: shorter is a stall, no level. */
  static final int SHORTEST = 10;

  /**
   * Neighbouring levels differ by this factor at least. A choice: SNIA's steady state allows an
   * excursion of 20 %.
   */
  static final double LEAST_CHANGE = 1.2;

  /**
   * A split must explain this many times ln(points) of the noise's variance. A choice: no change is
   * found in 200 series of 30 to 3600 points each that scatter by 10 % and correlate by 0.5 (in
   * 2000 of 20 to 600 points none either; in those of 120 points that scatter by 20 %, 8).
   */
  private static final double PENALTY = 4;

  /** Growth of the intervals' lengths. A choice between speed and missing nothing. */
  private static final double GROWTH = 1.5;

  /** Neighbours of a point, with itself, whose median tells whether it stands out. */
  private static final int NEIGHBOURS = 9;

  /** Standard deviations that a point may be away from its neighbours. */
  private static final double STANDS_OUT = 4;

  /** A rate of 0 counts as this share of the median rate: logarithms need one. */
  private static final double FLOOR = 1e-3;

  /** Points so far apart are taken not to correlate. A choice: half the shortest level. */
  private static final int FAR = SHORTEST / 2;

  /** σ² over what neighbours differ by, at most: a correlation of 0.9. */
  private static final double MOST_CORRELATED = 10;

  /**
   * What noise is, is known badly from a few points: so many ask for twice the clearness, more for
   * less. A choice.
   */
  private static final double FEW = 60;

  /** The standard deviation of normal noise over its median absolute deviation. */
  private static final double MAD_TO_SD = 1.4826;

  private final double[] logs;
  private final double[] sums;
  private final double[] squares;
  private final double noise;

  private ChangePoints(double[] rates) {
    double[] raw = logarithms(rates);
    double pointwise = deviation(differences(raw, 1)) / Math.sqrt(2);
    logs = withoutOutliers(raw, Math.max(STANDS_OUT * pointwise, Math.log(LEAST_CHANGE)));
    sums = new double[logs.length + 1];
    squares = new double[logs.length + 1];
    for (int i = 0; i < logs.length; i++) {
      sums[i + 1] = sums[i] + logs[i];
      squares[i + 1] = squares[i] + logs[i] * logs[i];
    }
    noise = noise(raw);
  }

  /**
   * A stretch of one level.
   *
   * @param from index of its first point
   * @param to index after its last one
   * @param level the rate that it holds, without the seconds that stand out
   */
  record Stretch(int from, int to, double level) {}

  /** A split of an interval, at the first point of the second part. */
  private record Split(int at, double gain) {}

  private record Change(int at, int length) {}

  /**
   * The stretches in their order; together they are the whole series. One where the level never
   * changes.
   *
   * @param rates of points of about equal length, 0 or more; one at least
   */
  static List<Stretch> of(double[] rates) {
    if (Arrays.stream(rates).noneMatch(rate -> rate > 0)) {
      return List.of(new Stretch(0, rates.length, 0));
    }
    return new ChangePoints(rates).stretches();
  }

  /** Whether the first half of a series holds another level than the second, by this factor. */
  static boolean drifts(double[] rates, double factor) {
    if (rates.length < 2 * SHORTEST || Arrays.stream(rates).noneMatch(rate -> rate > 0)) {
      return false;
    }
    ChangePoints series = new ChangePoints(rates);
    int middle = rates.length / 2;
    Split halves = new Split(middle, series.gain(0, middle, rates.length));
    return series.isChange(0, halves, rates.length, factor);
  }

  private List<Stretch> stretches() {
    TreeSet<Integer> bounds = new TreeSet<>(List.of(0, logs.length));
    for (Change change : candidates()) {
      Integer before = bounds.floor(change.at());
      Integer after = bounds.ceiling(change.at());
      if (before != null
          && after != null
          && change.at() - before >= SHORTEST
          && after - change.at() >= SHORTEST) {
        bounds.add(change.at());
      }
    }
    return merged(refined(new ArrayList<>(bounds)));
  }

  /** Changes in all intervals, the narrowest first; of one interval's length, the clearest. */
  private List<Change> candidates() {
    List<Change> changes = new ArrayList<>();
    TreeSet<Integer> found = new TreeSet<>();
    for (int length : lengths()) {
      int step = Math.max(1, length / 3);
      List<Split> clear = new ArrayList<>();
      for (int from = 0; from < logs.length; from += step) {
        int to = Math.min(from + length, logs.length);
        if (found.subSet(from + 1, Math.max(from + 1, to)).isEmpty()) {
          Split best = best(from, to);
          if (best.at() > 0 && isChange(from, best, to, LEAST_CHANGE)) {
            clear.add(best);
          }
        }
      }
      clear.sort(Comparator.comparingDouble(Split::gain).reversed());
      clear.forEach(split -> changes.add(new Change(split.at(), length)));
      clear.forEach(split -> found.add(split.at()));
    }
    return changes;
  }

  private List<Integer> lengths() {
    List<Integer> lengths = new ArrayList<>();
    for (double length = 2 * SHORTEST; length < logs.length; length *= GROWTH) {
      lengths.add((int) length);
    }
    lengths.add(logs.length);
    return lengths;
  }

  /** The split that explains most, or one at 0 where the interval is too short. */
  private Split best(int from, int to) {
    Split best = new Split(0, 0);
    for (int at = from + SHORTEST; at <= to - SHORTEST; at++) {
      double gain = gain(from, at, to);
      if (gain > best.gain()) {
        best = new Split(at, gain);
      }
    }
    return best;
  }

  /** By how much two means leave less of the squared deviations than one. */
  private double gain(int from, int at, int to) {
    double left = at - from;
    double right = to - at;
    double difference = mean(from, at) - mean(at, to);
    return left * right / (left + right) * difference * difference;
  }

  private boolean isChange(int from, Split split, int to, double factor) {
    double difference = Math.abs(mean(from, split.at()) - mean(split.at(), to));
    double left = scatter(from, split.at()) + scatter(split.at(), to);
    double variance = Math.max(noise * noise, left / (to - from - 2));
    return difference >= Math.log(factor)
        && split.gain() > PENALTY * Math.log(logs.length) * (1 + FEW / logs.length) * variance;
  }

  /** Sum of the squared deviations from the mean. */
  private double scatter(int from, int to) {
    double mean = mean(from, to);
    return Math.max(0, squares[to] - squares[from] - mean * mean * (to - from));
  }

  private double mean(int from, int to) {
    return (sums[to] - sums[from]) / (to - from);
  }

  /** Each bound where it separates its two neighbours best. */
  private List<Integer> refined(List<Integer> bounds) {
    for (int i = 1; i < bounds.size() - 1; i++) {
      Split best = best(bounds.get(i - 1), bounds.get(i + 1));
      if (best.at() > 0) {
        bounds.set(i, best.at());
      }
    }
    return bounds;
  }

  /** Neighbours that differ too little become one, the most alike first. */
  private List<Stretch> merged(List<Integer> bounds) {
    int alike = mostAlike(bounds);
    while (alike > 0) {
      bounds.remove(alike);
      alike = mostAlike(bounds);
    }
    List<Stretch> stretches = new ArrayList<>();
    for (int i = 1; i < bounds.size(); i++) {
      int from = bounds.get(i - 1);
      int to = bounds.get(i);
      stretches.add(new Stretch(from, to, Math.exp(mean(from, to))));
    }
    return List.copyOf(stretches);
  }

  /** Index of the bound between the two that differ least, if that is too little; else 0. */
  private int mostAlike(List<Integer> bounds) {
    int alike = 0;
    double least = Math.log(LEAST_CHANGE);
    for (int i = 1; i < bounds.size() - 1; i++) {
      double before = mean(bounds.get(i - 1), bounds.get(i));
      double after = mean(bounds.get(i), bounds.get(i + 1));
      if (Math.abs(before - after) < least) {
        least = Math.abs(before - after);
        alike = i;
      }
    }
    return alike;
  }

  /**
   * What one point would have to scatter for means to scatter as they do: more than it scatters
   * where neighbours correlate. From differences, whose medians a few changes of level do not move;
   * of an AR(1) process, var(1) = 2σ²(1 − r) over one point, and over many it is 2σ².
   */
  private static double noise(double[] values) {
    double near = square(deviation(differences(values, 1))) / 2;
    double far = square(deviation(differences(values, FAR))) / 2;
    if (near <= 0 || far <= near) {
      return Math.sqrt(Math.max(near, far));
    }
    double correlated = Math.min(far / near, MOST_CORRELATED);
    return Math.sqrt(far * (2 * correlated - 1));
  }

  private static double square(double value) {
    return value * value;
  }

  private static double[] logarithms(double[] rates) {
    double[] positive = Arrays.stream(rates).filter(rate -> rate > 0).toArray();
    double floor = median(positive) * FLOOR;
    return Arrays.stream(rates).map(rate -> Math.log(Math.max(rate, floor))).toArray();
  }

  private static double[] differences(double[] values, int lag) {
    double[] differences = new double[Math.max(0, values.length - lag)];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = values[i + lag] - values[i];
    }
    return differences;
  }

  /** The standard deviation of values around 0, whatever a few of them are. */
  private static double deviation(double[] values) {
    return values.length == 0
        ? 0
        : MAD_TO_SD * median(Arrays.stream(values).map(Math::abs).toArray());
  }

  private static double[] withoutOutliers(double[] values, double most) {
    double[] kept = values.clone();
    double[] window = new double[NEIGHBOURS];
    for (int i = 0; i < values.length && values.length >= NEIGHBOURS; i++) {
      int first = Math.max(0, Math.min(i - NEIGHBOURS / 2, values.length - NEIGHBOURS));
      System.arraycopy(values, first, window, 0, NEIGHBOURS);
      double median = median(window);
      kept[i] = Math.abs(values[i] - median) > most ? median : values[i];
    }
    return kept;
  }

  /** Of one value at least. */
  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
