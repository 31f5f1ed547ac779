package io.osdqualify.judge;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.Tier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns a profile and the evidence of a run into a verdict, by the rules of design.md §3. A pure
 * function: the same profile, inputs and evidence give the same verdict, to the letter.
 */
public final class Judge {

  private final Evidence evidence;
  private final CriterionJudge criteria;
  private final Disturbances disturbances;
  private final Inference inference;

  private Judge(Tier tier, Map<String, Expression.Result> inputs, Evidence evidence) {
    this.evidence = evidence;
    this.disturbances = new Disturbances(evidence.disturbances(), evidence.phases());
    Lookup lookup = new Lookup(evidence.measurements(), evidence.missing());
    this.inference = inference(lookup, evidence);
    OptionalLong osds = Inputs.osds(inputs);
    this.criteria =
        new CriterionJudge(
            tier,
            Inputs.scope(inputs, evidence.target()),
            osds,
            lookup,
            disturbances,
            new ToolLimits(evidence.phases()),
            inference);
  }

  /**
   * Judges.
   *
   * @param inputs what the user gave, as {@code osds}; an optional one that was not given is absent
   * @return each criterion of the profile in its order, then the rules of integrity; an axis is in
   *     the map where a criterion can move it
   */
  public static Verdict judge(
      Profile profile, Tier tier, Map<String, Expression.Result> inputs, Evidence evidence) {
    return new Judge(tier, inputs, evidence).judge(profile);
  }

  /** What the figures come to, unless the result itself holds another finding, such as a proof. */
  private static Inference inference(Lookup lookup, Evidence evidence) {
    Inference inferred = PowerLossInference.of(evidence.target(), evidence.phases());
    return lookup
        .measurement(Metrics.PLP_FINDING)
        .flatMap(measurement -> PowerLoss.of(measurement.value().print(measurement.unit())))
        .filter(stored -> stored != inferred.finding())
        .map(stored -> Inference.of(stored, List.of("as stored with the result")))
        .orElse(inferred);
  }

  private Verdict judge(Profile profile) {
    Set<String> skipped = skipped(profile);
    List<CriterionResult> results =
        Stream.of(
                profile.criteria().stream().map(each -> criteria.judge(each, skipped)),
                new RunIntegrity(evidence, disturbances).results().stream(),
                new PhaseIntegrity(evidence.phases()).results().stream())
            .flatMap(stream -> stream)
            .toList();
    List<CriterionResult> moving = results.stream().filter(Judge::moves).toList();
    Map<String, Outcome> axes = axes(moving);
    Outcome wouldBe = worst(axes, false);
    Outcome overall = wouldBe.worst(worst(axes, true));
    String reason = new Reason(moving, inference).line(overall, wouldBe);
    return new Verdict(overall, wouldBe, axes, results, reason, notes(results));
  }

  /** Metrics of what a shortened run leaves out by the profile's own word. */
  private Set<String> skipped(Profile profile) {
    return evidence.shortened().isEmpty()
        ? Set.of()
        : profile.plan().stream()
            .filter(PlanStep::skippedByQuick)
            .flatMap(step -> step.metrics().stream())
            .collect(Collectors.toSet());
  }

  private static boolean moves(CriterionResult result) {
    return result.severity().equals(Severity.FAIL.key());
  }

  private static Map<String, Outcome> axes(List<CriterionResult> moving) {
    Map<String, Outcome> axes = new LinkedHashMap<>();
    for (Axis axis : Axis.values()) {
      moving.stream()
          .filter(result -> result.axis().equals(axis.key()))
          .map(CriterionResult::outcome)
          .reduce(Outcome::worst)
          .ifPresent(outcome -> axes.put(axis.key(), outcome));
    }
    return axes;
  }

  /** The worst axis of the run's integrity, or of all others: where none was judged, no pass. */
  private static Outcome worst(Map<String, Outcome> axes, boolean integrity) {
    Outcome worst =
        axes.entrySet().stream()
            .filter(axis -> axis.getKey().equals(Axis.INTEGRITY.key()) == integrity)
            .map(Map.Entry::getValue)
            .reduce(Outcome.NOT_JUDGED, Outcome::worst);
    return worst == Outcome.NOT_JUDGED ? Outcome.INCONCLUSIVE : worst;
  }

  /** What a reader must know but what moved nothing. */
  private List<String> notes(List<CriterionResult> results) {
    List<String> notes = new ArrayList<>();
    notes.add(
        inference.sentence()
            + (inference.finding() == PowerLoss.PROVEN ? "" : "; only a power-cut test proves it"));
    inference.advice().stream().map(Advice::line).forEach(notes::add);
    PowerLossInference.disagreement(CommitFigures.of(evidence.phases())).ifPresent(notes::add);
    notes.addAll(OpenLoop.behind(evidence.phases()));
    results.stream()
        .filter(result -> !moves(result))
        .filter(result -> result.outcome().compareTo(Outcome.MARGINAL) >= 0)
        .map(result -> "warning: " + result.explanation())
        .forEach(notes::add);
    return notes;
  }
}
