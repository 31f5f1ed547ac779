package io.osdqualify.profile;

/**
 * Where something stands.
 *
 * @param line from 1; 0 for the whole file
 * @param column from 1; 0 for the whole file
 */
record Place(String file, int line, int column) {

  static Place wholeFile(String file) {
    return new Place(file, 0, 0);
  }

  Place right(int characters) {
    return new Place(file, line, column + characters);
  }

  /** The place that follows a text. */
  static Place after(String file, CharSequence text) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < text.length(); i++) {
      boolean ends = text.charAt(i) == '\n';
      line += ends ? 1 : 0;
      column = ends ? 1 : column + 1;
    }
    return new Place(file, line, column);
  }
}
