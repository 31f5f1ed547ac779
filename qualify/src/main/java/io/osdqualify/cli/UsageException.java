package io.osdqualify.cli;

/** The command line is wrong; the message says what, where and what to do. Exit code 2. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
