package io.osdqualify.device;

/** Words for a command line that a person copies. */
final class ShellWord {

  private ShellWord() {}

  /** The word as a POSIX shell reads it back. */
  static String quote(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
