package io.osdqualify.device;

import java.util.Locale;

/** Sizes as drives are sold by: SI units with three significant digits. */
final class DriveSize {

  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

  private DriveSize() {}

  static String text(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    int digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, UNITS[unit]);
  }
}
