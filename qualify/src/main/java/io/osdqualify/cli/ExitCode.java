package io.osdqualify.cli;

import io.osdqualify.evidence.Outcome;

/** Exit codes: a contract with scripts. */
public final class ExitCode {

  /** PASS, also MARGINAL. */
  public static final int PASS = 0;

  public static final int FAIL = 1;

  /** Wrong usage or profile. */
  public static final int USAGE = 2;

  public static final int INCONCLUSIVE = 3;

  /** Refused for safety. */
  public static final int REFUSED = 4;

  /** The run failed: device, I/O, a cluster that was required and could not be reached. */
  public static final int RUN_FAILED = 5;

  /** A fault of ours. */
  public static final int FAULT = 70;

  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** The code of a verdict. */
  public static int of(Outcome outcome) {
    return switch (outcome) {
      case PASS, MARGINAL -> PASS;
      case FAIL -> FAIL;
      case INCONCLUSIVE, NOT_JUDGED -> INCONCLUSIVE;
    };
  }
}
