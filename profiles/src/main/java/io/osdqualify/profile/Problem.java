package io.osdqualify.profile;

/**
 * One mistake in a profile.
 *
 * @param file as the user named it; empty where no file is at fault
 * @param line from 1; 0 where the whole file is meant
 * @param column in characters, from 1; 0 where the whole file is meant
 */
public record Problem(String file, int line, int column, String message) {

  /** {@code file:line:column: message}, without what does not apply. */
  @Override
  public String toString() {
    if (file.isEmpty()) {
      return message;
    }
    return line == 0 ? file + ": " + message : file + ":" + line + ":" + column + ": " + message;
  }
}
