package io.osdqualify.device;

import java.util.List;

/**
 * The target must not be written to. The message is one line: what was found and how to see it.
 * Nothing was changed.
 */
public final class SafetyRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Finding> findings;

  SafetyRefusal(String message) {
    super(message);
    findings = List.of();
  }

  SafetyRefusal(String target, List<Finding> findings) {
    super(message(target, findings));
    this.findings = List.copyOf(findings);
  }

  /** All that was found; empty where only the confirmation is missing or wrong. */
  public List<Finding> findings() {
    return findings;
  }

  private static String message(String target, List<Finding> findings) {
    int more = findings.size() - 1;
    return target
        + ": "
        + findings.get(0).line()
        + (more == 0 ? "" : " and " + more + (more == 1 ? " reason more" : " reasons more"));
  }
}
