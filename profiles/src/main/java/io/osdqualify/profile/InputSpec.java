package io.osdqualify.profile;

/**
 * Something that the user tells the run.
 *
 * @param name as {@code osds}
 * @param kind what it is
 * @param optional without it, criteria that name it are not judged
 * @param low lowest allowed value of an integer
 * @param high highest allowed value of an integer
 */
public record InputSpec(String name, Kind kind, boolean optional, long low, long high) {

  public enum Kind {
    /** A whole number between low and high. */
    INTEGER,
    /** A size. */
    BYTES
  }
}
