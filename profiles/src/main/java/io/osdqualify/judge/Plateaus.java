package io.osdqualify.judge;

import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.judge.ChangePoints.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a drive's rate does in the course of a long phase, and which part of it counts.
 *
 * <p>A fall <em>lasts</em> if the rate never comes back to what it was, if that is at least {@link
 * #LASTING} of the time, and if the drive has not been as low before (else it must stay three times
 * as long as it did then). What falls and comes back is a drive that throttles, not one that has
 * come to its plateau. A rise lasts if the rate never goes back and is higher than all since the
 * last fall. The plateau that counts is what follows the last change that lasts, with all falls in
 * it that came back.
 *
 * @param stretches of one level each
 * @param falls indices of the stretches that end with a fall that lasts
 * @param start index of the first stretch of the plateau
 */
record Plateaus(List<SeriesPoint> points, List<Stretch> stretches, List<Integer> falls, int start) {

  /**
   * A level holds for this share of the time before it is one to judge by. A choice: one part in
   * twenty.
   */
  static final double LASTING = 0.05;

  /**
   * A drive that has been as low before and came back stays low for so many times as long, before
   * it is taken to stay there. A choice.
   */
  private static final double LONGER_THAN_BEFORE = 3;

  /** Halves of a plateau that differ by this factor are no plateau: SNIA's slope excursion. */
  private static final double DRIFT = 1.1;

  Plateaus {
    points = List.copyOf(points);
    stretches = List.copyOf(stretches);
    falls = List.copyOf(falls);
  }

  /** What the rate did. */
  enum Shape {
    /** One level all along. */
    STEADY,
    /** It rose, or still rises at the end. */
    CLIMBING,
    /** It fell once and came back. */
    RECOVERED,
    /** It fell, to stay there, and has come to rest. */
    CLIFF,
    /** It falls and comes back, again and again. */
    THROTTLED,
    /** It still falls at the end. */
    FALLING;

    /** The word in results. */
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Of a phase.
   *
   * @param series about one point a second, from the start of the phase; one point at least
   */
  static Plateaus of(List<SeriesPoint> series) {
    List<SeriesPoint> points = Intervals.withoutStubs(series);
    List<Stretch> stretches = ChangePoints.of(rates(points));
    return new Analysis(points, stretches).plateaus();
  }

  private static double[] rates(List<SeriesPoint> points) {
    return points.stream()
        .mapToDouble(point -> point.seconds() > 0 ? point.operations() / point.seconds() : 0)
        .toArray();
  }

  /** Whether it is long enough for a level to change. */
  boolean suffices() {
    return points.size() >= 2 * ChangePoints.SHORTEST;
  }

  /** The first level. */
  List<SeriesPoint> fresh() {
    return points.subList(0, stretches.get(0).to());
  }

  /** What counts. */
  List<SeriesPoint> plateau() {
    return points.subList(plateauFrom(), points.size());
  }

  /** Index of the plateau's first point. */
  int plateauFrom() {
    return stretches.get(start).from();
  }

  boolean isWhole() {
    return start == 0;
  }

  Shape shape() {
    int returning = fallsInPlateau();
    boolean endsLow = start < last() && level(last()) < level(last() - 1);
    if (returning >= 2) {
      return Shape.THROTTLED;
    }
    if (endsLow) {
      return Shape.FALLING;
    }
    if (returning == 1) {
      return Shape.RECOVERED;
    }
    boolean risesAtTheEnd = start < last();
    return risesAtTheEnd ? Shape.CLIMBING : ofOneLevel();
  }

  private Shape ofOneLevel() {
    double[] rates = rates(plateau());
    if (ChangePoints.drifts(rates, DRIFT)) {
      int middle = plateau().size() / 2;
      boolean up =
          rate(plateau().subList(middle, rates.length)) > rate(plateau().subList(0, middle));
      return up ? Shape.CLIMBING : Shape.FALLING;
    }
    boolean rose = start > 0 && !falls.contains(start - 1);
    if (rose) {
      return Shape.CLIMBING;
    }
    return falls.isEmpty() ? Shape.STEADY : Shape.CLIFF;
  }

  private int fallsInPlateau() {
    int count = 0;
    for (int i = start; i < last(); i++) {
      count += level(i + 1) < level(i) ? 1 : 0;
    }
    return count;
  }

  private int last() {
    return stretches.size() - 1;
  }

  private double level(int stretch) {
    return stretches.get(stretch).level();
  }

  /** Operations a second. */
  static double rate(List<SeriesPoint> points) {
    double seconds = points.stream().mapToDouble(SeriesPoint::seconds).sum();
    return seconds > 0 ? operations(points) / seconds : 0;
  }

  static long operations(List<SeriesPoint> points) {
    return points.stream().mapToLong(SeriesPoint::operations).sum();
  }

  static long bytes(List<SeriesPoint> points) {
    return points.stream().mapToLong(SeriesPoint::bytes).sum();
  }

  /**
   * A place in the course of a phase.
   *
   * @param bytes written before it
   * @param low it lies after these for certain
   * @param high and before these
   */
  record Place(double bytes, double low, double high) {}

  /** Where a stretch ends: within which second tells what was done in it, at the two rates. */
  Place end(int stretch) {
    int at = stretches.get(stretch).to();
    List<SeriesPoint> around = points.subList(at - 1, at + 1);
    double before = rateOrLevel(stretches.get(stretch), stretches.get(stretch).from(), at - 1);
    Stretch next = stretches.get(stretch + 1);
    double after = rateOrLevel(next, at + 1, next.to());
    double seconds = around.get(0).seconds() + around.get(1).seconds();
    long operations = operations(around);
    double until = (operations - after * seconds) / (before - after);
    double share = operations == 0 ? 0 : before * until / operations;
    double low = bytes(points.subList(0, at - 1));
    double high = low + bytes(around);
    return new Place(low + Math.max(0, Math.min(1, share)) * (high - low), low, high);
  }

  private double rateOrLevel(Stretch stretch, int from, int to) {
    return from < to ? rate(points.subList(from, to)) : stretch.level();
  }

  /** Finds the changes that last. */
  private record Analysis(List<SeriesPoint> points, List<Stretch> stretches) {

    Plateaus plateaus() {
      List<Integer> falls = new ArrayList<>();
      for (int i = 0; i < stretches.size() - 1; i++) {
        if (isLastingFall(i)) {
          falls.add(i);
        }
      }
      int start = falls.isEmpty() ? 0 : falls.get(falls.size() - 1) + 1;
      int section = start;
      for (int i = section; i < stretches.size() - 1; i++) {
        start = isLastingRise(section, i) ? i + 1 : start;
      }
      return new Plateaus(points, stretches, falls, start);
    }

    private boolean isLastingFall(int end) {
      double highestAfter = highest(end + 1, stretches.size());
      return differ(highestAfter, level(end))
          && holds(end)
          && seconds(end + 1, stretches.size())
              >= LONGER_THAN_BEFORE * longestAsLow(end, highestAfter);
    }

    /** The longest time before that the drive was as low and came back. */
    private double longestAsLow(int end, double level) {
      double longest = 0;
      double now = 0;
      for (int i = 0; i <= end; i++) {
        now = differ(level, level(i)) ? 0 : now + seconds(i, i + 1);
        longest = Math.max(longest, now);
      }
      return longest;
    }

    private boolean isLastingRise(int section, int end) {
      double lowestAfter = lowest(end + 1, stretches.size());
      return differ(level(end), lowestAfter)
          && differ(highest(section, end + 1), lowestAfter)
          && holds(end);
    }

    /** Whether what follows takes long enough. */
    private boolean holds(int end) {
      return seconds(end + 1, stretches.size()) >= LASTING * seconds(0, stretches.size());
    }

    private static boolean differ(double low, double high) {
      return low * ChangePoints.LEAST_CHANGE <= high;
    }

    private double level(int stretch) {
      return stretches.get(stretch).level();
    }

    private double highest(int from, int to) {
      return stretches.subList(from, to).stream().mapToDouble(Stretch::level).max().orElse(0);
    }

    private double lowest(int from, int to) {
      return stretches.subList(from, to).stream().mapToDouble(Stretch::level).min().orElse(0);
    }

    private double seconds(int from, int to) {
      return points.subList(stretches.get(from).from(), stretches.get(to - 1).to()).stream()
          .mapToDouble(SeriesPoint::seconds)
          .sum();
    }
  }
}
