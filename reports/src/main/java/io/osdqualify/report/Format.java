package io.osdqualify.report;

import java.util.Arrays;
import java.util.Optional;

/** The formats of a report. */
public enum Format {
  TERMINAL("terminal") {
    @Override
    public Printer printer(Style style) {
      return new TerminalReport(style);
    }
  },
  JSON("json") {
    @Override
    public Printer printer(Style style) {
      return new JsonReport();
    }
  };

  private final String key;

  Format(String key) {
    this.key = key;
  }

  /** The word on the command line. */
  public String key() {
    return key;
  }

  /** The printer of this format; formats that are no terminal's have no use for the style. */
  public abstract Printer printer(Style style);

  /** The format with this word. */
  public static Optional<Format> of(String key) {
    return Arrays.stream(values()).filter(format -> format.key.equals(key)).findFirst();
  }
}
