package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Value;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.judge.Comparison.Direction;
import io.osdqualify.profile.Criterion;
import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.MetricNames;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges one criterion of a profile. */
final class CriterionJudge {

  /** Findings that leave the question open, so that they are no miss. */
  private static final Set<String> OPEN =
      Set.of(PowerLoss.UNKNOWN.key(), PowerLoss.INDETERMINATE.key());

  private final Tier tier;
  private final Expression.Scope scope;
  private final OptionalLong osds;
  private final Lookup lookup;
  private final Disturbances disturbances;
  private final ToolLimits toolLimits;
  private final Inference inference;
  private final Steadiness steadiness;

  CriterionJudge(
      Tier tier,
      Expression.Scope scope,
      OptionalLong osds,
      Lookup lookup,
      Disturbances disturbances,
      ToolLimits toolLimits,
      Inference inference) {
    this.tier = tier;
    this.scope = scope;
    this.osds = osds;
    this.lookup = lookup;
    this.disturbances = disturbances;
    this.toolLimits = toolLimits;
    this.inference = inference;
    this.steadiness = new Steadiness(lookup);
  }

  /**
   * Judges.
   *
   * @param skipped metrics of steps that a shortened run leaves out
   */
  CriterionResult judge(Criterion criterion, Set<String> skipped) {
    String metric =
        osds.isPresent()
            ? Metrics.withOsds(criterion.metric(), osds.getAsLong())
            : criterion.metric();
    Ruling ruling =
        notJudged(criterion, metric, skipped)
            .orElseGet(() -> excused(metric, settled(metric, rule(criterion.limit(), metric))));
    return ruling.of(criterion, metric, op(criterion.limit()));
  }

  /** Where the criterion does not apply to this run. */
  private Optional<Ruling> notJudged(Criterion criterion, String metric, Set<String> skipped) {
    Optional<String> reason =
        Metrics.namesOsds(metric)
            ? Optional.of("osds was not given")
            : Conditions.unmet(criterion.when(), scope).or(() -> leftOut(criterion, skipped));
    return reason.map(words -> Ruling.without(Outcome.NOT_JUDGED, null, Unit.NONE, words));
  }

  private Optional<String> leftOut(Criterion criterion, Set<String> skipped) {
    boolean absent = lookup.measurement(criterion.metric()).isEmpty();
    return absent && skipped.contains(criterion.metric())
        ? Optional.of("left out of a shortened run")
        : Optional.empty();
  }

  private Ruling rule(Limit limit, String metric) {
    if (limit instanceof Limit.OneOf words) {
      return words(tier == Tier.MINIMUM ? words.minimum() : words.recommended(), metric);
    }
    if (limit instanceof Limit.AtLeast least) {
      return number(
          tier == Tier.MINIMUM ? least.minimum() : least.recommended(), metric, Direction.AT_LEAST);
    }
    Limit.AtMost most = (Limit.AtMost) limit;
    return number(
        tier == Tier.MINIMUM ? most.minimum() : most.recommended(), metric, Direction.AT_MOST);
  }

  private static String op(Limit limit) {
    if (limit instanceof Limit.OneOf) {
      return "one-of";
    }
    return (limit instanceof Limit.AtLeast ? Direction.AT_LEAST : Direction.AT_MOST).op();
  }

  private Ruling number(Expression expression, String metric, Direction direction) {
    Optional<Result> evaluated = expression.evaluate(scope);
    if (evaluated.isEmpty()) {
      return Ruling.without(
          Outcome.NOT_JUDGED, null, Unit.NONE, Conditions.notGiven(expression, scope));
    }
    if (!(evaluated.get() instanceof Result.Figure figure) || !Double.isFinite(figure.value())) {
      return Ruling.without(
          Outcome.INCONCLUSIVE,
          null,
          Unit.NONE,
          "the limit \"" + expression.text() + "\" comes to no number here");
    }
    Value limit = new Value.Figure(figure.value());
    return lookup
        .measurement(metric)
        .map(measurement -> compare(measurement, figure, direction))
        .orElseGet(
            () ->
                Ruling.without(
                    Outcome.INCONCLUSIVE,
                    limit,
                    Metrics.unit(metric).orElse(figure.unit()),
                    lookup.whyMissing(metric)));
  }

  private Ruling compare(Measurement measurement, Result.Figure limit, Direction direction) {
    Unit unit = measurement.unit();
    if (unit == Unit.WORD || (limit.unit() != Unit.NONE && limit.unit() != unit)) {
      return open(measurement, limit, "the limit is in another unit, " + limit.unit().symbol());
    }
    Uncertainty uncertainty = lookup.uncertainty(measurement);
    if (uncertainty instanceof Uncertainty.Absent absent) {
      return open(measurement, limit, absent.reason());
    }
    Uncertainty.Interval interval = (Uncertainty.Interval) uncertainty;
    Comparison comparison = Comparison.of(direction, measurement.number(), interval, limit.value());
    return new Ruling(
        comparison.outcome(),
        new Value.Figure(limit.value()),
        measurement.value(),
        unit,
        comparison.margin(),
        new Sentence(
                measurement.metric(),
                measurement.number(),
                direction,
                limit.value(),
                interval,
                unit)
            .of(comparison));
  }

  /** Measured, but not in a way that can be held against the limit. */
  private static Ruling open(Measurement measurement, Result.Figure limit, String reason) {
    return new Ruling(
        Outcome.INCONCLUSIVE,
        new Value.Figure(limit.value()),
        measurement.value(),
        measurement.unit(),
        null,
        MetricNames.with(measurement.metric(), measurement.value().print(measurement.unit()))
            + ", but "
            + reason);
  }

  private Ruling words(List<String> allowed, String metric) {
    Value limit = new Value.Words(allowed);
    Optional<Measurement> found = lookup.measurement(metric);
    if (found.isEmpty()) {
      return Ruling.without(Outcome.INCONCLUSIVE, limit, Unit.WORD, lookup.whyMissing(metric));
    }
    Value measured = found.get().value();
    String word = measured.print(found.get().unit());
    return new Ruling(
        outcome(allowed, word), limit, measured, Unit.WORD, null, sentence(metric, word, limit));
  }

  private static Outcome outcome(List<String> allowed, String word) {
    if (allowed.contains(word)) {
      return Outcome.PASS;
    }
    return OPEN.contains(word) ? Outcome.INCONCLUSIVE : Outcome.FAIL;
  }

  /** The finding with what it rests on, where the evidence at hand comes to the same finding. */
  private String sentence(String metric, String word, Value allowed) {
    return metric.equals(Metrics.PLP_FINDING) && inference.finding().key().equals(word)
        ? inference.sentence()
        : MetricNames.with(metric, word) + ", allowed: " + allowed.print(Unit.WORD);
  }

  /** What never came to rest passes nothing (design.md §3). */
  private Ruling settled(String metric, Ruling ruling) {
    if (ruling.outcome() != Outcome.PASS && ruling.outcome() != Outcome.MARGINAL) {
      return ruling;
    }
    return steadiness
        .against(metric)
        .map(reason -> ruling.but(Outcome.INCONCLUSIVE, ", but " + reason))
        .orElse(ruling);
  }

  /**
   * A miss inside disturbed time is none that the drive must answer for, nor is one where the
   * engine could not ask for more (design.md §3).
   */
  private Ruling excused(String metric, Ruling ruling) {
    if (ruling.outcome() != Outcome.FAIL || restsOnFacts(ruling.measured())) {
      return ruling;
    }
    return toolLimits
        .under(metric)
        .map(
            phase ->
                ruling.but(
                    Outcome.INCONCLUSIVE,
                    ", but tool-limited: this machine can't ask more of the device in "
                        + phase.name()))
        .orElseGet(() -> excusedWhereDisturbed(metric, ruling));
  }

  private Ruling excusedWhereDisturbed(String metric, Ruling ruling) {
    return disturbances
        .under(metric)
        .map(
            disturbance ->
                ruling.but(
                    Outcome.INCONCLUSIVE,
                    ", but disturbed by %s: %s"
                        .formatted(disturbance.kind(), disturbance.detail())))
        .orElse(ruling);
  }

  private static boolean restsOnFacts(@Nullable Value measured) {
    return measured instanceof Value.Word word
        && PowerLoss.of(word.value()).filter(PowerLoss::restsOnFactsAlone).isPresent();
  }
}
