package io.osdqualify.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program as a user starts it: the launcher as a process of its own.
 *
 * @param folder current folder of the program
 * @param before words before the command, as those of a program that runs it
 */
record Program(Path folder, List<String> before) {

  Program(Path folder) {
    this(folder, List.of());
  }

  private static final Path LAUNCHER = Path.of("bin/osd-qualify").toAbsolutePath();

  /** A run of the longest plan in the tests takes two minutes; more is a hang. */
  private static final long PATIENCE_SECONDS = 400;

  /** What a finished program left. */
  record Result(int code, String out, String err) {}

  /** A program that is running. */
  record Running(Process process, Path out, Path err) {

    Result await() throws IOException, InterruptedException {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the program hangs: " + Files.readString(err));
      }
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Waits until standard error holds a text. */
    void awaitErr(String text) throws IOException, InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (!Files.readString(err).contains(text)) {
        if (System.nanoTime() > end || !process.isAlive()) {
          throw new AssertionError("no \"" + text + "\" in: " + Files.readString(err));
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }

    void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }
  }

  Result run(String... words) throws IOException, InterruptedException {
    return start(words).await();
  }

  Running start(String... words) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(LAUNCHER.toString());
    command.addAll(List.of(words));
    Path out = Files.createTempFile(folder, "stdout", ".txt");
    Path err = Files.createTempFile(folder, "stderr", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder
        .environment()
        .put("OSD_QUALIFY_STATE", LAUNCHER.resolve("../../target/state").toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    return new Running(builder.start(), out, err);
  }
}
