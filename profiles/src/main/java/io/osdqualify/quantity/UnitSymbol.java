package io.osdqualify.quantity;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A unit as people write it, and how many of the base unit it is.
 *
 * @param symbol as {@code KiB}; case matters, since m is a minute and M 1024 × 1024
 */
record UnitSymbol(String symbol, Unit unit, BigDecimal factor) {

  private static final Map<String, UnitSymbol> ALL = new LinkedHashMap<>();

  static {
    // Sizes: k, K and Ki are all 1024. "MB" stands for two different sizes, so it is none here.
    add(Unit.BYTES, "1", "B");
    add(Unit.BYTES, "1024", "KiB", "Ki", "K", "k");
    add(Unit.BYTES, "1048576", "MiB", "Mi", "M");
    add(Unit.BYTES, "1073741824", "GiB", "Gi", "G");
    add(Unit.BYTES, "1099511627776", "TiB", "Ti", "T");
    add(Unit.BYTES, "1125899906842624", "PiB", "Pi", "P");
    // Times; a year has 365 days, as in DWPD arithmetic.
    add(Unit.NANOSECONDS, "1", "ns");
    add(Unit.NANOSECONDS, "1000", "us", "\u00b5s", "\u03bcs");
    add(Unit.NANOSECONDS, "1000000", "ms");
    add(Unit.NANOSECONDS, "1000000000", "s");
    add(Unit.NANOSECONDS, "60000000000", "min", "m");
    add(Unit.NANOSECONDS, "3600000000000", "h");
    add(Unit.NANOSECONDS, "86400000000000", "d");
    add(Unit.NANOSECONDS, "31536000000000000", "y");
    add(Unit.PER_SECOND, "1", "/s");
    // Bandwidth: SI prefixes as data sheets have them, and the binary ones.
    add(Unit.BYTES_PER_SECOND, "1", "B/s");
    add(Unit.BYTES_PER_SECOND, "1000", "kB/s");
    add(Unit.BYTES_PER_SECOND, "1000000", "MB/s");
    add(Unit.BYTES_PER_SECOND, "1000000000", "GB/s");
    add(Unit.BYTES_PER_SECOND, "1024", "KiB/s");
    add(Unit.BYTES_PER_SECOND, "1048576", "MiB/s");
    add(Unit.BYTES_PER_SECOND, "1073741824", "GiB/s");
    add(Unit.NONE, "0.01", "%");
  }

  private static void add(Unit unit, String factor, String... symbols) {
    for (String symbol : symbols) {
      ALL.put(symbol, new UnitSymbol(symbol, unit, new BigDecimal(factor)));
    }
  }

  static @Nullable UnitSymbol find(String symbol) {
    return ALL.get(symbol);
  }

  /** All symbols, in the order of the table. */
  static List<String> symbols() {
    return List.copyOf(ALL.keySet());
  }

  /** The symbols of one unit, in the order of the table. */
  static List<String> symbols(Unit unit) {
    List<String> symbols = new ArrayList<>();
    for (UnitSymbol known : ALL.values()) {
      if (known.unit == unit) {
        symbols.add(known.symbol);
      }
    }
    return symbols;
  }
}
