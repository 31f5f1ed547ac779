package io.osdqualify.workload;

import io.osdqualify.evidence.SeriesPoint;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A series as a list whose points are made when they are asked for: 48 bytes each instead of an
 * object with three more in it.
 */
final class Series extends AbstractList<SeriesPoint> implements RandomAccess {

  /** Stands for a value that is absent. */
  static final long ABSENT = -1;

  private static final double NS = 1e9;

  /** The columns, all of one length; times in ns. */
  record Columns(
      LongColumn ends,
      LongColumn operations,
      LongColumn bytes,
      LongColumn sums,
      LongColumn p99s,
      LongColumn maxima) {}

  private final int size;
  private final Columns columns;

  /** Of columns that may grow: what is added later is not in it. */
  Series(Columns columns) {
    this.size = columns.ends.size();
    this.columns = columns;
  }

  @Override
  public SeriesPoint get(int index) {
    Objects.checkIndex(index, size);
    long start = index == 0 ? 0 : columns.ends.get(index - 1);
    long operations = columns.operations.get(index);
    return new SeriesPoint(
        columns.ends.get(index) / NS,
        (columns.ends.get(index) - start) / NS,
        operations,
        columns.bytes.get(index),
        operations == 0 ? null : Double.valueOf((double) columns.sums.get(index) / operations),
        known(columns.p99s.get(index)),
        known(columns.maxima.get(index)));
  }

  /**
   * Two series with the same times, as one: of both p99 the greater, which is no less than theirs.
   */
  static List<SeriesPoint> sum(List<SeriesPoint> one, List<SeriesPoint> other) {
    List<SeriesPoint> both = new ArrayList<>(one.size());
    for (int i = 0; i < one.size(); i++) {
      both.add(sum(one.get(i), other.get(i)));
    }
    return both;
  }

  private static SeriesPoint sum(SeriesPoint one, SeriesPoint other) {
    long operations = one.operations() + other.operations();
    double total = total(one) + total(other);
    return new SeriesPoint(
        one.endSeconds(),
        one.seconds(),
        operations,
        one.bytes() + other.bytes(),
        operations == 0 ? null : Double.valueOf(total / operations),
        greater(one.p99Ns(), other.p99Ns()),
        greater(one.maxNs(), other.maxNs()));
  }

  private static double total(SeriesPoint point) {
    Double mean = point.meanNs();
    return mean == null ? 0 : mean * point.operations();
  }

  private static @Nullable Long greater(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Math.max(one, other);
  }

  private static @Nullable Long known(long value) {
    return value == ABSENT ? null : Long.valueOf(value);
  }

  @Override
  public int size() {
    return size;
  }
}
