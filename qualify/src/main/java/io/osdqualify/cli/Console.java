package io.osdqualify.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes.
 *
 * @param out results only
 * @param err progress and errors
 * @param outIsTerminal whether a person reads {@code out}
 * @param errIsTerminal whether a line of {@code err} can be redrawn
 * @param colour whether colours are wanted: a terminal and no NO_COLOR
 * @param unicode whether µ, ± and block characters can be shown
 * @param width columns of the terminal
 */
public record Console(
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean colour,
    boolean unicode,
    int width) {

  /** Columns of a terminal that doesn't say: the smallest common one. */
  private static final int DEFAULT_WIDTH = 80;

  /**
   * The process' own. The launcher says by system properties which of its streams are terminals:
   * Java can't tell.
   */
  public static Console system(Map<String, String> environment) {
    boolean outTty = Boolean.getBoolean("osdqualify.tty.out");
    boolean errTty = Boolean.getBoolean("osdqualify.tty.err");
    boolean noColor = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    Charset charset = nativeCharset();
    CharsetEncoder encoder = charset.newEncoder();
    return new Console(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, charset),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset),
        outTty,
        errTty,
        outTty && !noColor,
        encoder.canEncode('µ') && encoder.canEncode('█'),
        width(environment.get("COLUMNS")));
  }

  private static Charset nativeCharset() {
    String name = System.getProperty("native.encoding");
    return name == null || !Charset.isSupported(name)
        ? Charset.defaultCharset()
        : Charset.forName(name);
  }

  private static int width(@Nullable String columns) {
    return columns != null && columns.matches("[1-9][0-9]{1,3}")
        ? Integer.parseInt(columns)
        : DEFAULT_WIDTH;
  }
}
