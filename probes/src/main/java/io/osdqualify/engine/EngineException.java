package io.osdqualify.engine;

/** The engine could not do its work, for a reason that is no error of the device. */
public final class EngineException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
