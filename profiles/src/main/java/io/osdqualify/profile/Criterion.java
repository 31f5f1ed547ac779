package io.osdqualify.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is judged.
 *
 * @param id unique in the profile; by default the metric
 * @param metric as {@code commit.fdatasync.streams-osds.iops}; {@code streams-osds} stands for the
 *     number of OSDs of the run
 * @param why the source of the limit, or the word "choice" with its reason
 * @param when a condition, as {@code osds > 1}: judged only where it is true; null: always judged
 */
public record Criterion(
    String id,
    Axis axis,
    String metric,
    Limit limit,
    Severity severity,
    String why,
    @Nullable Expression when) {

  /** One that is always judged. */
  public Criterion(
      String id, Axis axis, String metric, Limit limit, Severity severity, String why) {
    this(id, axis, metric, limit, severity, why, null);
  }

  /** Whether a miss moves the verdict. */
  public enum Severity {
    FAIL("fail"),
    WARN("warn");

    private final String key;

    Severity(String key) {
      this.key = key;
    }

    public String key() {
      return key;
    }
  }

  /** What the measured value is held against; may differ by tier. */
  public sealed interface Limit {

    record AtLeast(Expression minimum, Expression recommended) implements Limit {}

    record AtMost(Expression minimum, Expression recommended) implements Limit {}

    record OneOf(List<String> minimum, List<String> recommended) implements Limit {
      public OneOf {
        minimum = List.copyOf(minimum);
        recommended = List.copyOf(recommended);
      }
    }
  }
}
