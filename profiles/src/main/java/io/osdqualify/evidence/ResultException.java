package io.osdqualify.evidence;

import java.io.IOException;

/** A file that is no readable result. The message is one line for the user: file, place, reason. */
public final class ResultException extends IOException {

  private static final long serialVersionUID = 1L;

  ResultException(String message) {
    super(message);
  }

  ResultException(String message, Throwable cause) {
    super(message, cause);
  }
}
