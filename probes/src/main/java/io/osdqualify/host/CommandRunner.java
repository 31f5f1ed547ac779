package io.osdqualify.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs a program of the machine and takes what it prints. */
public interface CommandRunner {

  /**
   * What a program left.
   *
   * @param exitCode its exit status
   * @param output its standard output
   * @param errors its standard error
   */
  record Result(int exitCode, String output, String errors) {}

  /**
   * Runs a program to its end, in the C locale.
   *
   * @param command the program's name and its arguments; no shell is between
   * @param timeout after which it is ended
   * @throws ProgramMissingException where the program is not installed
   * @throws IOException where it can't be started, did not end in time or printed too much
   */
  Result run(List<String> command, Duration timeout) throws IOException;

  /** The program is not installed. */
  final class ProgramMissingException extends IOException {
    private static final long serialVersionUID = 1L;

    public ProgramMissingException(String program) {
      super(program + " is not installed");
    }
  }
}
