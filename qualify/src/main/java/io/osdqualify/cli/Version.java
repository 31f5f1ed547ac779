package io.osdqualify.cli;

import io.osdqualify.evidence.Tool;

/** The version of the program, as Maven wrote it into the jar. */
public final class Version {

  private Version() {}

  /** As {@code 0.1.0}; {@code development} outside a jar. */
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** What results name as their maker. */
  static Tool tool() {
    return new Tool("osd-qualify", text());
  }
}
