package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.judge.Comparison.Direction;
import io.osdqualify.profile.Criterion;
import io.osdqualify.profile.Criterion.Limit;
import io.osdqualify.profile.Criterion.Severity;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The limits that a run will be judged by, known while it measures: a phase may end as soon as it
 * is clear on which side of them it comes out.
 */
public record PhaseLimits(List<PhaseLimits.Entry> entries) {

  /** No limits. */
  public static final PhaseLimits NONE = new PhaseLimits(List.of());

  public PhaseLimits {
    entries = List.copyOf(entries);
  }

  /** One limit of the tier that is judged. */
  public record Entry(String metric, PhaseLimit limit) {}

  /** Of the criteria that can fail a drive and have a number as their limit. */
  public static PhaseLimits of(
      Profile profile, Tier tier, Map<String, Expression.Result> inputs, TargetFacts target) {
    Expression.Scope scope = Inputs.scope(inputs, target);
    OptionalLong osds = Inputs.osds(inputs);
    List<Entry> entries = new ArrayList<>();
    for (Criterion criterion : profile.criteria()) {
      if (criterion.severity() == Severity.FAIL
          && Conditions.unmet(criterion.when(), scope).isEmpty()) {
        String metric = criterion.metric();
        String name = osds.isPresent() ? Metrics.withOsds(metric, osds.getAsLong()) : metric;
        limit(criterion.limit(), tier, scope)
            .ifPresent(limit -> entries.add(new Entry(name, limit)));
      }
    }
    return new PhaseLimits(entries);
  }

  private static Optional<PhaseLimit> limit(Limit limit, Tier tier, Expression.Scope scope) {
    if (limit instanceof Limit.AtLeast least) {
      return limit(tier == Tier.MINIMUM ? least.minimum() : least.recommended(), scope)
          .map(figure -> new PhaseLimit("", Direction.AT_LEAST, figure));
    }
    if (limit instanceof Limit.AtMost most) {
      return limit(tier == Tier.MINIMUM ? most.minimum() : most.recommended(), scope)
          .map(figure -> new PhaseLimit("", Direction.AT_MOST, figure));
    }
    return Optional.empty();
  }

  private static Optional<Double> limit(Expression expression, Expression.Scope scope) {
    return expression
        .evaluate(scope)
        .filter(Expression.Result.Figure.class::isInstance)
        .map(result -> ((Expression.Result.Figure) result).value())
        .filter(Double::isFinite);
  }

  /** Those of one phase, named by what follows its name, as {@code iops}. */
  public List<PhaseLimit> of(String phase) {
    return entries.stream()
        .filter(entry -> entry.metric().startsWith(phase + "."))
        .map(
            entry ->
                new PhaseLimit(
                    entry.metric().substring(phase.length() + 1),
                    entry.limit().direction(),
                    entry.limit().limit()))
        .toList();
  }

  /** Whether a limit is out of reach of what a phase of commits measured. */
  public boolean isOutOfReach(Phase phase) {
    List<Measurement> measurements = PhaseMeasurements.of(phase).measurements();
    return measurements.stream()
        .anyMatch(
            measurement ->
                entries.stream()
                    .filter(entry -> entry.metric().equals(measurement.metric()))
                    .anyMatch(entry -> isOutOfReach(measurement, entry.limit())));
  }

  private static boolean isOutOfReach(Measurement measurement, PhaseLimit limit) {
    Double low = measurement.ci95Low();
    Double high = measurement.ci95High();
    return low != null && high != null && limit.isOutOfReach(new Uncertainty.Interval(low, high));
  }
}
