package io.osdqualify.device;

/** The request can't be meant: no such target, a size that does not fit … One line for the user. */
public final class TargetUsageException extends Exception {

  private static final long serialVersionUID = 1L;

  public TargetUsageException(String message) {
    super(message);
  }
}
