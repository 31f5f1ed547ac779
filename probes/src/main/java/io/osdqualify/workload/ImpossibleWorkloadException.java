package io.osdqualify.workload;

/** What the options ask for can't be done by any kernel: known before anything is written. */
public final class ImpossibleWorkloadException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ImpossibleWorkloadException(String message) {
    super(message);
  }
}
