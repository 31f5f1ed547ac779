package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;

/** What a criterion, an axis or a whole run came to. The order is from best to worst. */
public enum Outcome {
  /** Not judged: an input was not given or the fact is optional. Moves no verdict. */
  NOT_JUDGED("not judged"),
  PASS("PASS"),
  /** The limit lies inside a narrow 95 % interval. */
  MARGINAL("MARGINAL"),
  /** The run can't carry the statement. */
  INCONCLUSIVE("INCONCLUSIVE"),
  FAIL("FAIL");

  private final String key;

  Outcome(String key) {
    this.key = key;
  }

  @JsonValue
  public String key() {
    return key;
  }

  /** The worse of two. */
  public Outcome worst(Outcome other) {
    return Comparator.<Outcome>naturalOrder().compare(this, other) >= 0 ? this : other;
  }
}
