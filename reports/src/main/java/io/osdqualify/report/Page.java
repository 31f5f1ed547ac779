package io.osdqualify.report;

import java.util.ArrayList;
import java.util.List;

/** The text of a terminal report as it grows. All text goes through it, so that none escapes. */
final class Page {

  /** Running text is broken here: a terminal of 80 columns shows it whole. */
  static final int WIDTH = 80;

  private final Style style;
  private final StringBuilder text = new StringBuilder();
  private int lines;

  Page(Style style) {
    this.style = style;
  }

  /** How many lines there are. */
  int lines() {
    return lines;
  }

  void blank() {
    end();
  }

  void heading(String title) {
    blank();
    put(Ink.STRONG, title);
    end();
  }

  /** One line of pieces; the pieces bring their own blanks. */
  void line(Piece... pieces) {
    for (Piece piece : pieces) {
      put(piece.ink(), piece.text());
    }
    end();
  }

  /** Running text, broken at {@link #WIDTH}. */
  void paragraph(String first, String next, Ink ink, String words) {
    paragraph(first, next, ink, words, Integer.MAX_VALUE);
  }

  /** Running text of so many lines at most. */
  void paragraph(String first, String next, Ink ink, String words, int most) {
    List<String> broken = broken(clean(words), WIDTH - width(next));
    for (int at = 0; at < Math.min(most, broken.size()); at++) {
      boolean cut = at == most - 1 && broken.size() > most;
      put(Ink.PLAIN, at == 0 ? first : next);
      put(ink, broken.get(at) + (cut ? " …" : ""));
      end();
    }
  }

  void table(Table table) {
    table.draw(this);
  }

  /** A text as it will stand here: no control characters, ASCII where only that is understood. */
  String clean(String raw) {
    String printable = raw.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    return style.ascii() ? Ascii.of(printable) : printable;
  }

  static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private void put(Ink ink, String raw) {
    String clean = clean(raw);
    text.append(style.colour() && !clean.isBlank() ? ink.paint(clean) : clean);
  }

  private void end() {
    while (text.length() > 0 && text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    text.append('\n');
    lines++;
  }

  private static List<String> broken(String words, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
