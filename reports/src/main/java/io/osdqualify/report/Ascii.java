package io.osdqualify.report;

import java.text.Normalizer;
import java.util.Map;

/** Text for a terminal that knows ASCII only. */
final class Ascii {

  private static final Map<Integer, String> SPELLED =
      Map.ofEntries(
          Map.entry((int) 'µ', "u"),
          Map.entry((int) 'μ', "u"),
          Map.entry((int) '±', "+/-"),
          Map.entry((int) '×', "x"),
          Map.entry((int) '≥', ">="),
          Map.entry((int) '≤', "<="),
          Map.entry((int) '·', "-"),
          Map.entry((int) '–', "-"),
          Map.entry((int) '—', "-"),
          Map.entry((int) '−', "-"),
          Map.entry((int) '…', "..."),
          Map.entry((int) '’', "'"),
          Map.entry((int) '█', "#"),
          Map.entry((int) '▌', "#"),
          Map.entry((int) '═', "="),
          Map.entry((int) '║', "|"),
          Map.entry((int) '╔', "+"),
          Map.entry((int) '╗', "+"),
          Map.entry((int) '╚', "+"),
          Map.entry((int) '╝', "+"));

  private Ascii() {}

  static String of(String text) {
    StringBuilder ascii = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (point < 128) {
                ascii.append((char) point);
              } else {
                ascii.append(SPELLED.getOrDefault(point, decomposed(point)));
              }
            });
    return ascii.toString();
  }

  /** As {@code e} for é; a question mark where nothing is left. */
  private static String decomposed(int point) {
    String base =
        Normalizer.normalize(Character.toString(point), Normalizer.Form.NFKD)
            .replaceAll("[^\\p{ASCII}]", "");
    return base.isEmpty() ? "?" : base;
  }
}
