package io.osdqualify.workload;

import io.osdqualify.judge.SaturationCurve.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which size of a load comes next: along the depths with a number of threads, until two steps in a
 * row have brought little; then the same with more threads, until two numbers in a row have brought
 * little beside the best of all before.
 *
 * @param threads ascending
 * @param depths ascending
 */
record Sweep(List<Integer> threads, List<Integer> depths) {

  /** A step that brings less has brought little. A choice: what a repetition may differ by. */
  static final double GAIN = 0.05;

  /** One step may stand still before the next gains: a queue that is just full. A choice. */
  static final int PATIENCE = 2;

  Sweep {
    threads = List.copyOf(threads);
    depths = List.copyOf(depths);
  }

  /** Follows rates that should grow. */
  private static final class Growth {
    private double best;
    private int idle;

    /** Whether it is over with this one. */
    boolean endsWith(double rate) {
      idle = rate > best * (1 + GAIN) ? 0 : idle + 1;
      best = Math.max(best, rate);
      return idle >= PATIENCE;
    }

    double best() {
      return best;
    }
  }

  /**
   * The next size.
   *
   * @param rates of those that were measured
   * @return empty where the gain, or the list, has ended
   */
  Optional<Cell> next(Map<Cell, Double> rates) {
    Growth rows = new Growth();
    for (int thread : threads) {
      Growth row = new Growth();
      for (int depth : depths) {
        Cell cell = new Cell(thread, depth);
        Double rate = rates.get(cell);
        if (rate == null) {
          return Optional.of(cell);
        }
        if (row.endsWith(rate)) {
          break;
        }
      }
      if (rows.endsWith(row.best())) {
        break;
      }
    }
    return Optional.empty();
  }

  /** The fewest sizes that it comes to. */
  int least() {
    // The first of a row is never idle: it takes one more to be idle twice.
    int row = Math.min(PATIENCE + 1, depths.size());
    return row * Math.min(PATIENCE + 1, threads.size());
  }

  /** The most. */
  int most() {
    return threads.size() * depths.size();
  }
}
