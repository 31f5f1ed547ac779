package io.osdqualify.profile;

import java.util.List;
import java.util.stream.Collectors;

/** A profile can't be used; holds every problem that was found. Its message has a line for each. */
public final class ProfileException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  ProfileException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** At least one; by file, then by place. */
  public List<Problem> problems() {
    return problems;
  }
}
