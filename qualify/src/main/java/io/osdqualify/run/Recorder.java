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
  private final List<String> shortened = new ArrayList<>();
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
    this(clock, frame, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private Recorder(Clock clock, Frame frame, Instant startedAt) {
    this.clock = clock;
    this.frame = frame;
    this.startedAt = startedAt;
    shortened.addAll(frame.shortened());
    missing.addAll(frame.missing());
  }

  /** Goes on with what was stored. */
  static Recorder resumed(Clock clock, Frame frame, Resumption resumption) {
    Recorder recorder = new Recorder(clock, frame, resumption.earlier().startedAt());
    recorder.phases.addAll(resumption.whole());
    recorder.disturbances.addAll(resumption.earlier().disturbances());
    recorder.disturbances.add(resumption.gap(recorder.now()));
    return recorder;
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

  /** What was measured is to be measured again. */
  void removePhases() {
    phases.clear();
  }

  /** Says in which way the run does less than the profile asks. */
  void shorten(String way) {
    shortened.add(way);
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
        shortened,
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
