package io.osdqualify.run;

import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.quantity.Bytes;
import java.util.Locale;
import java.util.Optional;

/** What a plan's writes cost of a drive's life, said before the first of them. */
final class Endurance {

  /** What consumer drives are warranted for, rounded down: 600 TBW a TB in 5 years; a choice. */
  private static final double DRIVE_WRITES_A_DAY = 0.3;

  private static final int YEARS = 5;

  private static final int DAYS_A_YEAR = 365;

  private static final double RATED = DRIVE_WRITES_A_DAY * DAYS_A_YEAR * YEARS;

  /** Below, figures of one decimal would be zero. */
  private static final double LEAST_SHOWN = 0.1;

  private Endurance() {}

  /**
   * As {@code 2.0 drive writes}; empty where the drive's capacity is not known, or what is written
   * to wears no flash of its own.
   *
   * @param bytes that the whole plan writes
   */
  static Optional<String> of(long bytes, TargetFacts target) {
    boolean drive = target.kind() == TargetKind.DISK && target.virtualReason() == null;
    boolean rotates = Boolean.TRUE.equals(target.rotational());
    if (!drive || rotates || target.capacityBytes() <= 0 || bytes <= 0) {
      return Optional.empty();
    }
    double writes = (double) bytes / target.capacityBytes();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "about %s: %s drive writes, %s %% of the %.0f of a consumer drive (assumed: %.1f a day"
                + " for %d years)",
            Bytes.print(bytes),
            figure(writes),
            figure(writes / RATED * 100),
            RATED,
            DRIVE_WRITES_A_DAY,
            YEARS));
  }

  private static String figure(double value) {
    return value < LEAST_SHOWN
        ? "less than " + LEAST_SHOWN
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
