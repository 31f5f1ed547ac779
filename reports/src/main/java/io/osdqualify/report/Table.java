package io.osdqualify.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under a head. Texts stand on the left, figures (columns whose head starts with {@code >}) on
 * the right. A column that is empty in all rows is left out.
 */
final class Table {

  private static final String GAP = "  ";

  private sealed interface Line {}

  private record Row(List<Piece> cells) implements Line {}

  private record Note(String text) implements Line {}

  private final List<String> heads;
  private final List<Line> lines = new ArrayList<>();

  Table(String... heads) {
    this.heads = List.of(heads);
  }

  /** Adds a row; a cell is a {@link Piece} or a text. */
  Table row(Object... cells) {
    lines.add(
        new Row(
            Arrays.stream(cells)
                .map(cell -> cell instanceof Piece piece ? piece : Piece.of(String.valueOf(cell)))
                .toList()));
    return this;
  }

  /** Adds running text under the last row. */
  Table note(String text) {
    lines.add(new Note(text));
    return this;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  void draw(Page page) {
    int[] widths = widths(page);
    if (heads.stream().anyMatch(head -> !name(head).isEmpty())) {
      page.line(
          pieces(
              page, widths, heads.stream().map(head -> new Piece(Ink.FAINT, name(head))).toList()));
    }
    for (Line line : lines) {
      if (line instanceof Row row) {
        page.line(pieces(page, widths, row.cells()));
      } else if (line instanceof Note note) {
        page.paragraph("      ", "      ", Ink.FAINT, note.text());
      }
    }
  }

  private int[] widths(Page page) {
    int[] widths = new int[heads.size()];
    for (Line line : lines) {
      if (line instanceof Row row) {
        for (int column = 0; column < row.cells().size(); column++) {
          widths[column] = Math.max(widths[column], width(page, row.cells().get(column)));
        }
      }
    }
    for (int column = 0; column < widths.length; column++) {
      if (widths[column] > 0) {
        widths[column] = Math.max(widths[column], Page.width(page.clean(name(heads.get(column)))));
      }
    }
    return widths;
  }

  private Piece[] pieces(Page page, int[] widths, List<Piece> cells) {
    List<Piece> pieces = new ArrayList<>();
    for (int column = 0; column < cells.size(); column++) {
      if (widths[column] == 0) {
        continue;
      }
      Piece cell = cells.get(column);
      Piece padding = Piece.of(" ".repeat(widths[column] - width(page, cell)));
      pieces.add(Piece.of(GAP));
      if (heads.get(column).startsWith(">")) {
        pieces.add(padding);
        pieces.add(cell);
      } else {
        pieces.add(cell);
        pieces.add(padding);
      }
    }
    return pieces.toArray(Piece[]::new);
  }

  private static int width(Page page, Piece cell) {
    return Page.width(page.clean(cell.text()));
  }

  private static String name(String head) {
    return head.startsWith(">") ? head.substring(1) : head;
  }
}
