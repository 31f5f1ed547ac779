package io.osdqualify.workload;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/** A growing column of numbers, without an object for each. */
final class LongColumn {

  /** Growth: an hour of seconds. Linear, so that little room is unused. */
  private static final int STEP = 3600;

  private long[] values = new long[0];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + STEP);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  /** Each two neighbours become one; an odd one at the end stays. */
  void mergePairs(LongBinaryOperator merge) {
    int merged = 0;
    for (int i = 0; i < size; i += 2) {
      values[merged++] = i + 1 < size ? merge.applyAsLong(values[i], values[i + 1]) : values[i];
    }
    size = merged;
  }

  long get(int index) {
    return values[index];
  }

  /** A copy with no room unused. */
  LongColumn trimmed() {
    LongColumn copy = new LongColumn();
    copy.values = Arrays.copyOf(values, size);
    copy.size = size;
    return copy;
  }
}
