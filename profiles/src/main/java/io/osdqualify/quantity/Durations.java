package io.osdqualify.quantity;

import java.time.Duration;

/** Times: exact nanoseconds; a year has 365 days. */
public final class Durations {

  private static final String[] SYMBOLS = {"ns", "\u00b5s", "ms", "s"};
  private static final long[] STEPS = {1, 1_000, 1_000_000, 1_000_000_000};
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long YEAR = 365 * DAY;

  private Durations() {}

  /**
   * Parses a time such as {@code 5 s}, {@code 300 ms}, {@code 0.5 ms}, {@code 2 us}, {@code 5 min}
   * (or {@code 5 m}), {@code 1 h}, {@code 7 d} or {@code 3 y}. Only 0 needs no unit.
   *
   * @return 0 … 292 years
   * @throws IllegalArgumentException where it is no time, has no unit, is no whole number of
   *     nanoseconds or too large; the message says what is expected
   */
  public static Duration parse(String text) {
    Amount amount = Amount.parse(text, Unit.NANOSECONDS, "5 s");
    if (amount.bare() && amount.value().signum() != 0) {
      throw new IllegalArgumentException("\"" + text + "\" needs a unit, as in \"5 s\"");
    }
    return Duration.ofNanos(Bytes.whole(text, amount.value(), "nanoseconds"));
  }

  /** Nanoseconds for people: {@code 412 µs}, {@code 1.73 ms}, {@code 6 min 12 s}, {@code 3 y}. */
  public static String print(long nanos) {
    return print((double) nanos);
  }

  /** The same for a mean. */
  public static String print(double nanos) {
    return isLong(nanos)
        ? words(Math.round(nanos / NANOS_PER_SECOND))
        : Scale.print(nanos, STEPS, SYMBOLS);
  }

  /** The same for a duration. */
  public static String print(Duration duration) {
    return print(duration.toNanos());
  }

  /** The same as {@link #aligned(double)}. */
  public static String aligned(long nanos) {
    return aligned((double) nanos);
  }

  /** A latency for a column of a table: three digits always, {@code 9.80 ms}. */
  public static String aligned(double nanos) {
    return isLong(nanos) ? print(nanos) : Scale.aligned(nanos, STEPS, SYMBOLS);
  }

  /** From a minute on a time is said in two units. */
  private static boolean isLong(double nanos) {
    return Math.round(nanos / NANOS_PER_SECOND) >= MINUTE && Double.isFinite(nanos);
  }

  private static String words(long seconds) {
    if (seconds >= YEAR) {
      return two(seconds, YEAR, "y", DAY, "d");
    }
    if (seconds >= DAY) {
      return two(seconds, DAY, "d", HOUR, "h");
    }
    if (seconds >= HOUR) {
      return two(seconds, HOUR, "h", MINUTE, "min");
    }
    return two(seconds, MINUTE, "min", 1, "s");
  }

  private static String two(long seconds, long large, String name, long small, String smallName) {
    long rest = seconds % large / small;
    return seconds / large + " " + name + (rest == 0 ? "" : " " + rest + " " + smallName);
  }
}
