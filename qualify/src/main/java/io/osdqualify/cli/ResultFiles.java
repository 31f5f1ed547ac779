package io.osdqualify.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds stored results. */
final class ResultFiles {

  private ResultFiles() {}

  /** The result.json that a word means: the file itself, or a run's folder. */
  static Path locate(String word) {
    Path path = Path.of(word);
    if (Files.isDirectory(path)) {
      path = path.resolve("result.json");
    }
    if (!Files.isRegularFile(path)) {
      throw new UsageException(path + ": no such result");
    }
    return path;
  }
}
