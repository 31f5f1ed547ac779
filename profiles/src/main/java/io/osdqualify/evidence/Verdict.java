package io.osdqualify.evidence;

import io.osdqualify.quantity.Unit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The verdict and how it came about.
 *
 * @param overall the worst axis
 * @param wouldBe what the drive's own numbers say without the axis integrity: the "would pass" of a
 *     shortened run
 * @param axes by the axis' name, in the order of the contract
 * @param reason one line: what decided
 * @param notes what a reader must know but what moved nothing
 */
public record Verdict(
    Outcome overall,
    Outcome wouldBe,
    Map<String, Outcome> axes,
    List<CriterionResult> criteria,
    String reason,
    List<String> notes) {

  public Verdict {
    axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
    criteria = List.copyOf(criteria);
    notes = List.copyOf(notes);
  }

  /**
   * One criterion as it was judged.
   *
   * @param op at-least, at-most or one-of
   * @param limit number in {@code unit}, or words; absent where the rule is no comparison
   * @param measured absent where it was not measured
   * @param margin how far on the good side, as a share of the limit: 0.25 is 25 % better, −0.5 half
   *     as good; absent for words
   * @param severity fail or warn; warn moves no verdict
   * @param explanation one line: how the outcome came about
   * @param why the source of the limit, out of the profile
   */
  public record CriterionResult(
      String id,
      String axis,
      String metric,
      String op,
      @Nullable Value limit,
      @Nullable Value measured,
      Unit unit,
      @Nullable Double margin,
      Outcome outcome,
      String severity,
      String explanation,
      String why) {}
}
