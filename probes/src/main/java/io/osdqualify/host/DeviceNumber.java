package io.osdqualify.host;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kernel's number of a device, {@code major:minor}. */
public record DeviceNumber(int major, int minor) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9}):(\\d{1,9})");

  /** Reads {@code 259:0}; null for anything else. */
  public static @Nullable DeviceNumber parse(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Matcher matcher = TEXT.matcher(text.strip());
    return matcher.matches()
        ? new DeviceNumber(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
        : null;
  }

  /** From a {@code dev_t} as stat(2) gives it: the encoding of gnu_dev_major(3) and _minor. */
  public static DeviceNumber ofDevT(long dev) {
    int major = (int) (((dev >>> 8) & 0xfff) | ((dev >>> 32) & 0xfffff000L));
    int minor = (int) ((dev & 0xff) | ((dev >>> 12) & 0xffffff00L));
    return new DeviceNumber(major, minor);
  }

  @Override
  public String toString() {
    return major + ":" + minor;
  }
}
