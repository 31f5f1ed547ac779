package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** What a latency is the latency of; each kind has its own histogram. */
public enum LatencyKind {
  /** Start of a write to the return of the step that makes it durable. */
  COMMIT("commit"),
  /** Submission to completion of a write. */
  WRITE("write"),
  /** Submission to completion of a flush (fdatasync). */
  FLUSH("flush"),
  /** Submission to completion of a read. */
  READ("read"),
  /** Intended start to completion, in open loop. */
  RESPONSE("response");

  private final String key;

  LatencyKind(String key) {
    this.key = key;
  }

  /** The key in result.json. */
  @JsonValue
  public String key() {
    return key;
  }

  /** The kind with this key; empty for one that a newer program knows. */
  public static Optional<LatencyKind> of(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }
}
