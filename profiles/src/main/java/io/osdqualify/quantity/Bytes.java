package io.osdqualify.quantity;

import java.math.BigDecimal;

/** Sizes: exact whole bytes; k, K, Ki and KiB are all 1024. */
public final class Bytes {

  private static final String[] SYMBOLS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final long[] STEPS = {1, 1L << 10, 1L << 20, 1L << 30, 1L << 40, 1L << 50};

  private static final String[] LABELS = {"B", "kB", "MB", "GB", "TB", "PB"};
  private static final long[] THOUSANDS = {
    1, 1_000, 1_000_000, 1_000_000_000, 1_000_000_000_000L, 1_000_000_000_000_000L
  };

  private Bytes() {}

  /**
   * Parses a size such as {@code 4k}, {@code 1GiB}, {@code 1.5 TiB}, {@code 512 B} or {@code 4096}
   * (bytes).
   *
   * @return 0 … {@link Long#MAX_VALUE}
   * @throws IllegalArgumentException where it is no size, no whole number of bytes or too large;
   *     the message says what is expected
   */
  public static long parse(String text) {
    Amount amount = Amount.parse(text, Unit.BYTES, "4 KiB");
    return whole(text, amount.value(), "bytes");
  }

  /** The value as an exact long, or an error that names the text. */
  static long whole(String text, BigDecimal value, String what) {
    if (value.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException("\"" + text + "\" is not a whole number of " + what);
    }
    if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is too large: more than " + Long.MAX_VALUE + " " + what);
    }
    return value.longValueExact();
  }

  /** For people: three digits or more, binary, as {@code 4 KiB} or {@code 1.82 TiB}. */
  public static String print(long bytes) {
    return print((double) bytes);
  }

  /** The same for a size that was computed. */
  public static String print(double bytes) {
    return Scale.print(bytes, STEPS, SYMBOLS);
  }

  /** A capacity as it stands on a drive's label, decimal: {@code 1.92 TB}. */
  public static String label(long bytes) {
    return Scale.print((double) bytes, THOUSANDS, LABELS);
  }

  /** Without loss, readable by {@link #parse}: {@code 4 KiB}, {@code 4097 B}. */
  public static String exact(long bytes) {
    int step = STEPS.length - 1;
    while (step > 0 && (bytes == 0 || bytes % STEPS[step] != 0)) {
      step--;
    }
    return bytes / STEPS[step] + " " + SYMBOLS[step];
  }
}
