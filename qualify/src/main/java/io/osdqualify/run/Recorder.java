package io.osdqualify.run;

import io.osdqualify.evidence.ClusterFacts;
import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.EngineFacts;
import io.osdqualify.evidence.HostFacts;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.evidence.ProfileUse;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.Tool;
import io.osdqualify.evidence.Verdict;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The evidence while it grows: the only mutable one. */
final class Recorder {

  private final Clock clock;
  private final Frame frame;
  private final Instant startedAt;
  private final List<Phase> phases = new ArrayList<>();
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<Missing> missing = new ArrayList<>();
  private final List<Disturbance> disturbances = new ArrayList<>();

  /** What is known before anything is measured. */
  record Frame(
      String id,
      Tool tool,
      List<String> shortened,
      TargetFacts target,
      HostFacts host,
      EngineFacts engine,
      ClusterFacts cluster,
      ProfileUse profile,
      List<PlannedPhase> plan,
      List<Missing> missing) {}

  Recorder(Clock clock, Frame frame) {
    this.clock = clock;
    this.frame = frame;
    this.startedAt = now();
    missing.addAll(frame.missing());
  }

  void add(Phase phase) {
    phases.add(phase);
  }

  void add(List<Measurement> more, List<Missing> notHad) {
    measurements.addAll(more);
    missing.addAll(notHad);
  }

  void add(Disturbance disturbance) {
    disturbances.add(disturbance);
  }

  List<Phase> phases() {
    return List.copyOf(phases);
  }

  /** What has been measured so far, without a verdict. */
  Qualification soFar() {
    return build(null, false, null);
  }

  /** The end; the verdict is absent only while it is being found. */
  Qualification finished(@Nullable Verdict verdict, boolean complete) {
    return build(now(), complete, verdict);
  }

  private Qualification build(
      @Nullable Instant finishedAt, boolean complete, @Nullable Verdict verdict) {
    return new Qualification(
        Qualification.SCHEMA,
        frame.id(),
        frame.tool(),
        startedAt,
        finishedAt,
        complete,
        frame.shortened(),
        frame.target(),
        frame.host(),
        frame.engine(),
        frame.cluster(),
        frame.profile(),
        frame.plan(),
        phases,
        measurements,
        missing,
        disturbances,
        verdict);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
