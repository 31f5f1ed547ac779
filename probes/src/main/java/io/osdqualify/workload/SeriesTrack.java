package io.osdqualify.workload;

import io.osdqualify.engine.Counts;
import io.osdqualify.evidence.LatencyHistogram;
import org.jspecify.annotations.Nullable;

/** The series of one kind of latency: what was counted at the last poll, and the points so far. */
final class SeriesTrack {

  private static final double PERCENT = 99;

  private final LongColumn operations = new LongColumn();
  private final LongColumn bytes = new LongColumn();
  private final LongColumn sums = new LongColumn();
  private final LongColumn p99s = new LongColumn();
  private final LongColumn maxima = new LongColumn();
  private @Nullable Counts last;

  /** Operations since the last point. */
  long newOperations(Counts now) {
    return now.count() - (last == null ? 0 : last.count());
  }

  /** Adds the point of what was counted since the last one. */
  void add(Counts now, long newBytes) {
    operations.add(newOperations(now));
    bytes.add(newBytes);
    sums.add(now.sumNs() - (last == null ? 0 : last.sumNs()));
    addExtremes(now);
    last = now;
  }

  /** Whether anything was counted at all. */
  boolean occurred() {
    return last != null && last.count() > 0;
  }

  /** As LatencyHistogram gives them, of the difference of two polls, without making one. */
  private void addExtremes(Counts now) {
    long count = 0;
    int lowest = -1;
    int highest = -1;
    for (int i = 0; i < now.size(); i++) {
      long here = since(now, i);
      if (here > 0) {
        lowest = lowest < 0 ? i : lowest;
        highest = i;
        count += here;
      }
    }
    if (count == 0) {
      p99s.add(Series.ABSENT);
      maxima.add(newOperations(now) > 0 ? now.maxNs() : Series.ABSENT);
      return;
    }
    long min = Math.max(now.minNs(), LatencyHistogram.valueOf(lowest));
    long max =
        newOperations(now) > count
            ? now.maxNs()
            : Math.min(now.maxNs(), LatencyHistogram.valueOf(highest + 1) - 1);
    p99s.add(p99(now, count, lowest, min, max));
    maxima.add(max);
  }

  private long p99(Counts now, long count, int lowest, long min, long max) {
    if (count * (1 - PERCENT / 100) < LatencyHistogram.SAMPLES_BEYOND) {
      return Series.ABSENT;
    }
    long rank = (long) Math.ceil(count * PERCENT / 100);
    long below = 0;
    for (int i = lowest; i < now.size(); i++) {
      below += since(now, i);
      if (below >= rank) {
        return Math.max(min, Math.min(LatencyHistogram.valueOf(i + 1) - 1, max));
      }
    }
    return max;
  }

  private long since(Counts now, int bucket) {
    return now.bucket(bucket) - (last == null ? 0 : last.bucket(bucket));
  }

  void mergePairs() {
    operations.mergePairs(Long::sum);
    bytes.mergePairs(Long::sum);
    sums.mergePairs(Long::sum);
    p99s.mergePairs(Math::max);
    maxima.mergePairs(Math::max);
  }

  /**
   * The points so far, good until the next one is added.
   *
   * @param ends shared by all kinds of a phase
   */
  Series live(LongColumn ends) {
    return new Series(new Series.Columns(ends, operations, bytes, sums, p99s, maxima));
  }

  /** The points for good. */
  Series finished(LongColumn ends) {
    return new Series(
        new Series.Columns(
            ends,
            operations.trimmed(),
            bytes.trimmed(),
            sums.trimmed(),
            p99s.trimmed(),
            maxima.trimmed()));
  }
}
