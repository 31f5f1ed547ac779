package io.osdqualify.cli;

import io.osdqualify.run.RunLog;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Touches what the commands use, for the launcher's class-data archive: what is loaded when this
 * ends is what later starts need not load again.
 */
public final class WarmUp {

  private static final List<List<String>> COMMAND_LINES =
      List.of(
          List.of("--version"),
          List.of("--help"),
          List.of("run", "--help"),
          List.of("profiles"),
          List.of("profiles", "show", "wal+db-hdd"),
          List.of("run", "--scratch", "64MiB", "--profile", "wal+db-hdd", "--plan"),
          List.of("report", "/nonexistent"));

  private WarmUp() {}

  /** Entry point of the launcher's training run. */
  public static void main(String[] args) {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    Console console = new Console(nowhere, nowhere, false, false, false, true, 80);
    COMMAND_LINES.forEach(words -> Main.run(words, console));
    RunLog.open(Path.of("/dev/null"));
    RunLog.info("warm");
    RunLog.close();
  }
}
