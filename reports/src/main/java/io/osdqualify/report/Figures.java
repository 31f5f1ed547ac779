package io.osdqualify.report;

import io.osdqualify.evidence.Value;
import io.osdqualify.quantity.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Quantities as people read them: three digits and a fitting unit, the same in every locale. */
final class Figures {

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final String[] DECIMAL = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final String[] SECONDS = {"ns", "µs", "ms", "s"};
  private static final double MINUTE = 60e9;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final double YEAR = 365.25 * DAY;

  private Figures() {}

  /** A value in its unit. */
  static String value(Value value, Unit unit) {
    if (value instanceof Value.Figure figure) {
      return figure(figure.value(), unit);
    }
    return value instanceof Value.Words words
        ? alternatives(words.values())
        : ((Value.Word) value).value();
  }

  /** A number in its unit. */
  static String figure(double value, Unit unit) {
    return switch (unit) {
      case NONE, WORD -> count(value);
      case PER_SECOND -> count(value) + "/s";
      case NANOSECONDS -> time(value);
      case BYTES -> bytes(value);
      case BYTES_PER_SECOND -> rate(value);
    };
  }

  /** As {@code 19 840}; below 100 with three digits. */
  static String count(double value) {
    if (Math.abs(value) < 99.95) {
      return digits(value);
    }
    return count(Math.round(value));
  }

  /** As {@code 1 234 567}. */
  static String count(long value) {
    String whole = Long.toString(value);
    StringBuilder grouped = new StringBuilder(whole);
    int first = whole.startsWith("-") ? 1 : 0;
    for (int at = whole.length() - 3; at > first; at -= 3) {
      grouped.insert(at, ' ');
    }
    return grouped.toString();
  }

  /** A latency or a duration, in ns, as {@code 412 µs} or {@code 6 min 12 s}. */
  static String time(double ns) {
    if (ns < 2 * MINUTE) {
      return scaled(ns, 1000, SECONDS);
    }
    if (ns < 2 * HOUR) {
      return split(ns, MINUTE, " min", " s");
    }
    if (ns < 2 * DAY) {
      return split(ns, HOUR, " h", " min");
    }
    return ns < YEAR ? digits(ns / DAY) + " d" : digits(ns / YEAR) + " years";
  }

  /** A measured latency: three digits always, so that columns stand straight. */
  static String latency(double ns) {
    if (ns >= 2 * MINUTE) {
      return time(ns);
    }
    double rest = ns;
    int unit = 0;
    while (unit < SECONDS.length - 1 && rounded(rest) >= 1000) {
      rest /= 1000;
      unit++;
    }
    int decimals = unit == 0 || rounded(rest) >= 100 ? 0 : rounded(rest) >= 10 ? 1 : 2;
    BigDecimal shown = new BigDecimal(rest).setScale(decimals, RoundingMode.HALF_UP);
    return shown.toPlainString() + " " + SECONDS[unit];
  }

  static String time(long ns) {
    return time((double) ns);
  }

  static String latency(long ns) {
    return latency((double) ns);
  }

  static String seconds(double seconds) {
    return time(seconds * 1e9);
  }

  /** A size, in steps of 1024. */
  static String bytes(double bytes) {
    return scaled(bytes, 1024, BINARY);
  }

  static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  /** A capacity as it stands on the drive's label, in steps of 1000. */
  static String label(long bytes) {
    return scaled((double) bytes, 1000, DECIMAL);
  }

  /** A bandwidth, in steps of 1000. */
  static String rate(double bytesPerSecond) {
    return scaled(bytesPerSecond, 1000, DECIMAL) + "/s";
  }

  /** A share, as {@code 2.1 %}. */
  static String percent(double share) {
    return new BigDecimal(share * 100)
            .round(new MathContext(2, RoundingMode.HALF_UP))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /** A difference, as {@code +0.01 %}. */
  static String change(double share) {
    BigDecimal percent = BigDecimal.valueOf(share * 100).setScale(2, RoundingMode.HALF_UP);
    return (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + " %";
  }

  /** How a value stands to its limit, as {@code 9.1× below} or {@code 36 % above}. */
  static String distance(double value, double limit) {
    if (value == limit) {
      return "at the limit";
    }
    String side = value > limit ? " above" : " below";
    double ratio = value > limit ? value / limit : limit / value;
    if (!Double.isFinite(ratio) || ratio <= 0) {
      return side.strip();
    }
    if (ratio >= 2) {
      BigDecimal times =
          ratio < 10
              ? BigDecimal.valueOf(ratio).setScale(1, RoundingMode.HALF_UP).stripTrailingZeros()
              : BigDecimal.valueOf(ratio).setScale(0, RoundingMode.HALF_UP);
      return times.toPlainString() + "×" + side;
    }
    return percent(Math.abs(value - limit) / limit) + side;
  }

  static String instant(Instant at) {
    return TIME.format(at);
  }

  /** As {@code a, b or c}. */
  static String alternatives(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  static String counted(long count, String one, String many) {
    return count(count) + " " + (count == 1 ? one : many);
  }

  private static String scaled(double value, int step, String[] units) {
    double rest = value;
    int unit = 0;
    while (unit < units.length - 1 && rounded(rest) >= step) {
      rest /= step;
      unit++;
    }
    return digits(rest) + " " + units[unit];
  }

  private static double rounded(double value) {
    return value < 1000 ? new BigDecimal(value).round(THREE_DIGITS).doubleValue() : value;
  }

  /** Three digits, or all of those before the point. */
  private static String digits(double value) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal short3 =
        Math.abs(value) >= 999.5
            ? exact.setScale(0, RoundingMode.HALF_UP)
            : exact.round(THREE_DIGITS);
    return short3.signum() == 0 ? "0" : short3.stripTrailingZeros().toPlainString();
  }

  private static String split(double ns, double large, String largeName, String smallName) {
    double small = large / 60;
    long all = Math.round(ns / small);
    return all / 60 + largeName + (all % 60 == 0 ? "" : " " + all % 60 + smallName);
  }
}
