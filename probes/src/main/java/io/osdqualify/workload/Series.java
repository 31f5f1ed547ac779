package io.osdqualify.workload;

import io.osdqualify.evidence.SeriesPoint;
import java.util.AbstractList;
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

  private static @Nullable Long known(long value) {
    return value == ABSENT ? null : Long.valueOf(value);
  }

  @Override
  public int size() {
    return size;
  }
}
