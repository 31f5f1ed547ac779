package io.osdqualify.judge;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The one line that says what decided, short enough for three lines of a terminal: two numbers and
 * the finding on power-loss protection. It does not depend on the order of the profile's criteria.
 */
final class Reason {

  private static final int NUMBERS = 2;

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
      case INCONCLUSIVE ->
          switch (wouldBe) {
            case PASS -> "would pass, but can't: " + cause(closest());
            case MARGINAL -> "would pass narrowly, but can't: " + cause(ofTheDrive(wouldBe, 1));
            case FAIL, INCONCLUSIVE, NOT_JUDGED -> inconclusive();
          };
      case MARGINAL -> joined(ofTheDrive(overall, NUMBERS));
      case PASS, NOT_JUDGED -> pass();
    };
  }

  /** Why a run can't carry the statement, and the number nearest to its limit. */
  private String cause(List<CriterionResult> nearest) {
    return joined(ofTheRun(Outcome.INCONCLUSIVE))
        + (nearest.isEmpty() ? "" : ". Closest: " + joined(nearest));
  }

  /** Device errors first; then the numbers, or the first of them and what it comes from. */
  private String fail() {
    boolean byDrive = failsByDrive();
    boolean caused = byDrive && !inference.cause().isEmpty();
    List<CriterionResult> numbers = ofTheDrive(Outcome.FAIL, caused ? 1 : NUMBERS);
    Stream<String> drive = numbers.stream().map(CriterionResult::explanation);
    if (caused) {
      boolean commits =
          numbers.stream().anyMatch(result -> result.axis().equals(Axis.COMMIT.key()));
      drive =
          commits
              ? drive.map(number -> number + ": " + inference.cause())
              : Stream.concat(drive, Stream.of(inference.cause()));
    }
    List<String> parts = new ArrayList<>();
    ofTheRun(Outcome.FAIL).forEach(result -> parts.add(result.explanation()));
    drive.forEach(parts::add);
    if (byDrive && inference.finding() != PowerLoss.UNKNOWN) {
      parts.add(inference.brief());
    }
    return String.join("; ", parts) + (byDrive ? advice() : "");
  }

  private boolean failsByDrive() {
    return criteria(Outcome.FAIL).anyMatch(result -> !Deciders.isOfTheRun(result));
  }

  private String advice() {
    return inference.advice().stream()
        .findFirst()
        .map(Advice::what)
        .map(what -> ". " + what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1))
        .orElse("");
  }

  /** What cut the run off comes first and stands for the run: what is missing follows from it. */
  private String inconclusive() {
    List<CriterionResult> run = ofTheRun(Outcome.INCONCLUSIVE);
    List<CriterionResult> cut = run.stream().filter(RunIntegrity::isCutOff).toList();
    List<String> parts = new ArrayList<>(explanations(cut).toList());
    explanations(ofTheDrive(Outcome.INCONCLUSIVE, NUMBERS)).forEach(parts::add);
    if (criteria(Outcome.INCONCLUSIVE).anyMatch(Reason::isFinding)) {
      parts.add(inference.brief());
    }
    if (cut.isEmpty()) {
      explanations(run).forEach(parts::add);
    }
    return parts.isEmpty() ? "no criterion could be judged" : String.join("; ", parts);
  }

  private String pass() {
    String numbers = joined(closest());
    return (numbers.isEmpty() ? "" : "every limit is met, the closest: " + numbers + "; ")
        + inference.brief();
  }

  /** The tightest number that was measured; what was only read decides nothing. */
  private List<CriterionResult> closest() {
    return criteria(Outcome.PASS)
        .filter(result -> !Deciders.isOfTheRun(result) && !isFinding(result))
        .filter(result -> !Deciders.isMetFact(result))
        .sorted(Deciders.CLOSEST_FIRST)
        .limit(1)
        .toList();
  }

  private List<CriterionResult> ofTheRun(Outcome outcome) {
    return criteria(outcome).filter(Deciders::isOfTheRun).toList();
  }

  /** The worst of each axis, the axes in their order; the finding has a place of its own. */
  private List<CriterionResult> ofTheDrive(Outcome outcome, int most) {
    return Deciders.eachAxis(
            criteria(outcome)
                .filter(result -> !Deciders.isOfTheRun(result))
                .filter(result -> !isFinding(result)))
        .limit(most)
        .toList();
  }

  private Stream<CriterionResult> criteria(Outcome outcome) {
    return criteria.stream().filter(result -> result.outcome() == outcome);
  }

  private static String joined(List<CriterionResult> results) {
    return String.join("; ", explanations(results).toList());
  }

  private static Stream<String> explanations(List<CriterionResult> results) {
    return results.stream().map(CriterionResult::explanation);
  }

  private static boolean isFinding(CriterionResult result) {
    return result.metric().equals(Metrics.PLP_FINDING);
  }
}
