package io.osdqualify.evidence;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/** Puts what Jackson found wrong with a file into one line for the user. */
final class ResultProblem {

  private static final Pattern MISSING = Pattern.compile("Missing required creator property '.*");

  private static final int LONGEST = 200;

  private ResultProblem() {}

  static String describe(String source, JacksonException problem) {
    StringBuilder line = new StringBuilder(source);
    TokenStreamLocation at = problem.getLocation();
    if (at != null && at.getLineNr() > 0) {
      line.append(':').append(at.getLineNr()).append(':').append(at.getColumnNr());
    }
    line.append(": ");
    String path = path(problem);
    if (!path.isEmpty()) {
      line.append(path).append(": ");
    }
    return line.append(printable(reason(problem))).toString();
  }

  /** A text of unknown origin on one line: no control characters, not endless. */
  static String printable(String text) {
    String line = text.lines().findFirst().orElse("").replaceAll("[\\p{Cc}\\p{Cf}]", "?");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  private static String reason(JacksonException problem) {
    if (problem instanceof UnexpectedEndOfInputException) {
      return "the file ends too early: it is cut off";
    }
    String message = String.valueOf(problem.getOriginalMessage());
    if (problem instanceof StreamReadException) {
      return "not JSON: " + message;
    }
    if (problem.getCause() instanceof IllegalArgumentException cause) {
      return String.valueOf(cause.getMessage());
    }
    return MISSING.matcher(message).matches()
        ? "is missing"
        : message
            .replaceAll("`(?:[a-z]+\\.)+(\\w+)`", "$1")
            .replace(" (but might if coercion using `CoercionConfig` was enabled)", "");
  }

  /** As {@code phases[3].latency.commit}. */
  private static String path(JacksonException problem) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : problem.getPath()) {
      String name = step.getPropertyName();
      if (name == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(printable(name));
      }
    }
    return path.toString();
  }
}
