package io.osdqualify.run;

import java.io.IOException;

/** A folder from which no run can go on. The message is one line for the user. */
public final class ResumeException extends IOException {

  private static final long serialVersionUID = 1L;

  ResumeException(String message) {
    super(message);
  }
}
