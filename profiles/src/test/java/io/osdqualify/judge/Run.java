package io.osdqualify.judge;

import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Axis;
import io.osdqualify.profile.Criterion;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression.Result;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A run made up of phases, judged as the application does it. */
final class Run {

  /** The commit and protection criteria of wal+db-hdd, minimum (domain.md §8). */
  static final Profile WAL_DB =
      Say.profile(
          Say.atLeast(Axis.COMMIT, "commit.fdatasync.streams-1.iops", 5_000),
          Say.atLeast(
              Axis.SCALING,
              "commit.fdatasync.streams-osds.iops",
              Say.times(1_000, "osds", Unit.NONE)),
          Say.atMost(Axis.TAIL, "commit.fdatasync.streams-osds.latency-p99", 1_000_000),
          Say.warn(Say.atLeast(Axis.COMMIT, "commit.dsync.streams-1.iops", 5_000)),
          Say.oneOf(Axis.POWER_LOSS_PROTECTION, "plp.finding", "proven", "declared", "likely"));

  private Target target = new Target();
  private final List<Phase> phases = new ArrayList<>();
  private final List<Disturbance> disturbances = new ArrayList<>();
  private final List<Measurement> more = new ArrayList<>();
  private final List<Missing> missing = new ArrayList<>();
  private Map<String, Result> inputs = Map.of("osds", new Result.Figure(4, Unit.NONE));
  private List<String> shortened = List.of();
  private boolean complete = true;

  /** Sound phases: one stream, four and eight at these rates. */
  static Run sound() {
    return new Run()
        .with(new Samples.Commits(Durability.NONE, 1, 45_000).phase())
        .with(Samples.fdatasync(1, 20_000).phase())
        .with(new Samples.Commits(Durability.DSYNC, 1, 22_000).phase())
        .with(Samples.fdatasync(4, 50_000).phase())
        .with(Samples.fdatasync(8, 60_000).phase());
  }

  Run on(Target other) {
    target = other;
    return this;
  }

  /** In the place of a phase of the same name. */
  Run with(Phase phase) {
    phases.removeIf(other -> other.name().equals(phase.name()));
    phases.add(phase);
    return this;
  }

  Run without(String phase) {
    phases.removeIf(other -> other.name().equals(phase));
    return this;
  }

  Run disturbed(String phase, int fromSecond, int toSecond) {
    disturbances.add(
        new Disturbance(
            "foreign-io",
            phase.isEmpty() ? null : phase,
            Samples.START.plusSeconds(fromSecond),
            Samples.START.plusSeconds(toSecond),
            "12 MB/s from elsewhere"));
    return this;
  }

  Run shortened(String... ways) {
    shortened = List.of(ways);
    return this;
  }

  Run interrupted() {
    complete = false;
    return this;
  }

  Run inputs(Map<String, Result> given) {
    inputs = given;
    return this;
  }

  Run measured(Measurement measurement) {
    more.add(measurement);
    return this;
  }

  Run missing(String what, String reason) {
    missing.add(new Missing(what, reason));
    return this;
  }

  Verdict judged(Criterion... criteria) {
    return judged(Say.profile(criteria));
  }

  Verdict judged(Profile profile) {
    return judged(profile, Tier.MINIMUM);
  }

  Verdict judged(Profile profile, Tier tier) {
    return Judge.judge(profile, tier, inputs, evidence());
  }

  Evidence evidence() {
    Measured measured = Measurements.of(target.facts(), phases, inputs);
    List<Measurement> measurements = new ArrayList<>(measured.measurements());
    measurements.addAll(more);
    List<Missing> absent = new ArrayList<>(measured.missing());
    absent.addAll(missing);
    return new Evidence(
        target.facts(), phases, measurements, absent, disturbances, shortened, complete);
  }

  static CriterionResult result(Verdict verdict, String id) {
    return verdict.criteria().stream()
        .filter(result -> result.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  static Outcome outcome(Verdict verdict, String id) {
    return result(verdict, id).outcome();
  }
}
