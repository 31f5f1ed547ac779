package io.osdqualify.judge;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Axis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The one line that says what decided. It does not depend on the order of the criteria. */
final class Reason {

  /** "The two or three numbers that decided" (design.md §3). */
  private static final int PARTS = 3;

  /** Worst margin first, words after numbers, then by id. */
  private static final Comparator<CriterionResult> WORST_FIRST =
      Comparator.comparingDouble(Reason::margin).thenComparing(CriterionResult::id);

  private final List<CriterionResult> criteria;
  private final Inference inference;

  /**
   * @param criteria those that move the verdict
   */
  Reason(List<CriterionResult> criteria, Inference inference) {
    this.criteria = criteria;
    this.inference = inference;
  }

  String line(Outcome overall, Outcome wouldBe) {
    return switch (overall) {
      case FAIL -> fail();
      case INCONCLUSIVE -> inconclusive(wouldBe);
      case MARGINAL -> marginal();
      case PASS, NOT_JUDGED -> pass();
    };
  }

  /** Device errors first, then numbers by margin; the finding has a place of its own. */
  private String fail() {
    boolean finding = ofTheDrive(Outcome.FAIL).anyMatch(Reason::isFinding);
    List<String> parts = new ArrayList<>();
    ofTheRun(Outcome.FAIL).map(CriterionResult::explanation).forEach(parts::add);
    ofTheDrive(Outcome.FAIL)
        .filter(result -> !isFinding(result))
        .limit(finding ? PARTS - 1 : PARTS)
        .map(Reason::part)
        .forEach(parts::add);
    parts.add(finding(finding));
    return String.join("; ", parts);
  }

  private String finding(boolean decided) {
    String figures =
        decided
            ? inference.evidence().stream().limit(2).collect(Collectors.joining(", ", " (", ")"))
            : "";
    return Stream.concat(Stream.of(brief() + figures), inference.advice().stream())
        .collect(Collectors.joining("; "));
  }

  private String brief() {
    return "power-loss protection "
        + (inference.finding() == PowerLoss.PROVEN ? "" : "inferred: ")
        + inference.finding().words();
  }

  private String inconclusive(Outcome wouldBe) {
    String run = joined(ofTheRun(Outcome.INCONCLUSIVE), Integer.MAX_VALUE);
    if (wouldBe == Outcome.PASS || wouldBe == Outcome.MARGINAL) {
      return "would pass%s, but can't: %s; %s"
          .formatted(
              wouldBe == Outcome.MARGINAL ? " narrowly" : "",
              run,
              wouldBe == Outcome.MARGINAL ? marginal() : pass());
    }
    String drive = joined(ofTheDrive(Outcome.INCONCLUSIVE), PARTS);
    String all =
        Stream.of(drive, run).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    return all.isEmpty() ? "no criterion could be judged" : all;
  }

  private String marginal() {
    return joined(ofTheDrive(Outcome.MARGINAL), PARTS);
  }

  /** The tightest of what passed. */
  private String pass() {
    String numbers =
        joined(ofTheDrive(Outcome.PASS).filter(result -> !isFinding(result)), PARTS - 1);
    return Stream.of(numbers, brief())
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private Stream<CriterionResult> ofTheRun(Outcome outcome) {
    return sorted(outcome).filter(Reason::isOfTheRun);
  }

  private Stream<CriterionResult> ofTheDrive(Outcome outcome) {
    return sorted(outcome).filter(result -> !isOfTheRun(result));
  }

  private Stream<CriterionResult> sorted(Outcome outcome) {
    return criteria.stream().filter(result -> result.outcome() == outcome).sorted(WORST_FIRST);
  }

  private static String joined(Stream<CriterionResult> results, int parts) {
    return results.limit(parts).map(Reason::part).collect(Collectors.joining("; "));
  }

  private static String part(CriterionResult result) {
    return isOfTheRun(result) ? result.explanation() : result.metric() + " " + result.explanation();
  }

  private static boolean isFinding(CriterionResult result) {
    return result.metric().equals(Metrics.PLP_FINDING);
  }

  private static boolean isOfTheRun(CriterionResult result) {
    return result.axis().equals(Axis.INTEGRITY.key());
  }

  private static double margin(CriterionResult result) {
    Double margin = result.margin();
    return margin == null ? Double.MAX_VALUE : margin;
  }
}
