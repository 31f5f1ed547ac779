package io.osdqualify.cli;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.report.Format;
import io.osdqualify.report.Style;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Prints a result where it is wanted. */
final class Output {

  private Output() {}

  static void write(Qualification result, Format format, Optional<String> file, Console console)
      throws IOException {
    if (file.isEmpty()) {
      format.printer(new Style(console.colour(), !console.unicode())).print(result, console.out());
      return;
    }
    try (OutputStream out = Files.newOutputStream(Path.of(file.get()))) {
      format.printer(Style.PLAIN).print(result, out);
    }
  }
}
