package io.osdqualify.cli;

import io.osdqualify.engine.NativeEngine;
import io.osdqualify.run.RunLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Touches what the commands use, for the launcher's class-data archive: what is loaded when this
 * ends is what later starts need not load again. Measures nothing.
 */
public final class WarmUp {

  /** A small result of a run. */
  static final String RESULT = "warm-up.json";

  private WarmUp() {}

  /** Entry point of the launcher's training run. */
  public static void main(String[] args) throws IOException {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    Console console = new Console(nowhere, nowhere, false, false, false, true, 80);
    Path result = Files.createTempFile("osd-qualify", ".json");
    try (InputStream in = WarmUp.class.getResourceAsStream(RESULT)) {
      if (in != null) {
        Files.copy(in, result, StandardCopyOption.REPLACE_EXISTING);
      }
      commandLines(result).forEach(words -> Main.run(words, console));
    } finally {
      Files.deleteIfExists(result);
    }
    new NativeEngine().features();
    RunLog.open(Path.of("/dev/null"));
    RunLog.info("warm");
    RunLog.close();
  }

  private static List<List<String>> commandLines(Path result) {
    return List.of(
        List.of("profiles", "show", "wal+db-hdd"),
        List.of("run", "--scratch", "64MiB", "--profile", "wal+db-hdd", "--plan"),
        List.of("report", result.toString()),
        List.of("report", result.toString(), "--format", "json"));
  }
}
