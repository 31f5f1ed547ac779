package io.osdqualify.workload;

import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.engine.EngineJob.End;
import io.osdqualify.engine.EngineJob.Snapshot;
import io.osdqualify.engine.EngineJob.State;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.host.DiskReading;
import io.osdqualify.host.DiskStatistics;
import io.osdqualify.judge.PhaseLimits;
import io.osdqualify.quantity.Durations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs phases: starts the engine, polls it once a second, ends it by rule, takes its results. */
public final class PhaseRunner {

  private static final Duration POLL = Duration.ofSeconds(1);

  /** How long the stop signal may go unseen while waiting for the next poll. */
  private static final Duration SLICE = Duration.ofMillis(100);

  private static final Duration OFTEN = Duration.ofMillis(PhaseListener.OFTEN_MS);

  /** The engine's threads wake at least each 100 ms; what takes longer hangs in the kernel. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(1);

  /**
   * An operation in flight for longer means that the device does not answer any more: the kernel's
   * own limit for a hung task (kernel.hung_task_timeout_secs).
   */
  private static final Duration HUNG = Duration.ofMinutes(2);

  private final Engine engine;
  private final WritePermit permit;
  private final DiskStatistics statistics;
  private final StopSignal stop;
  private final PhaseListener listener;
  private final Clock clock;
  private final Duration hung;
  private final PhaseLimits limits;

  /**
   * A runner that gives a device up which has not answered for two minutes.
   *
   * @param limits that phases are judged by: they end when they are decided
   */
  public PhaseRunner(
      Engine engine,
      WritePermit permit,
      DiskStatistics statistics,
      StopSignal stop,
      PhaseListener listener,
      Clock clock,
      PhaseLimits limits) {
    this(engine, permit, statistics, stop, listener, clock, limits, HUNG);
  }

  PhaseRunner(
      Engine engine,
      WritePermit permit,
      DiskStatistics statistics,
      StopSignal stop,
      PhaseListener listener,
      Clock clock,
      PhaseLimits limits,
      Duration hung) {
    this.engine = engine;
    this.permit = permit;
    this.statistics = statistics;
    this.stop = stop;
    this.listener = listener;
    this.clock = clock;
    this.limits = limits;
    this.hung = hung;
  }

  /** Runs one phase to its end, to the stop signal or to what keeps it from going on. */
  public PhaseOutcome run(PhasePlan plan) {
    listener.started(plan);
    stop.await(plan.idleBefore());
    Optional<DiskReading> before = statistics.read();
    try (EngineJob job = engine.start(permit, plan.workload())) {
      Instant startedAt = startOf(job);
      SeriesRecorder series = new SeriesRecorder(plan.workload());
      String reason = follow(plan, job, series);
      boolean answered = end(job);
      tellVolume(plan, job);
      Snapshot last = job.snapshot();
      series.finish(job, last);
      Optional<DiskReading> disk = difference(before);
      PhaseOutcome outcome =
          new PhaseBuilder(plan, startedAt, job, last, series)
              .outcome(reason, answered, stop.isRequested(), disk);
      return vanished(last).map(outcome::saying).orElse(outcome);
    }
  }

  /** When the threads were let go: what the engine's times count from. */
  private Instant startOf(EngineJob job) {
    Snapshot now = job.snapshot();
    return clock.instant().minusNanos(now.nowNs() - now.startedNs());
  }

  /** What a drive's errors don't say: the kernel gives one that was pulled out the size 0. */
  private Optional<String> vanished(Snapshot last) {
    // Only after an answer, if a bad one: to ask a file system that hangs would hang, too.
    if (last.end() != End.ERROR || last.threadsAlive() > 0) {
      return Optional.empty();
    }
    long end = permit.rangeOffset() + permit.rangeLength();
    OptionalLong size = permit.sizeNow();
    if (size.isEmpty() || size.getAsLong() >= end) {
      return Optional.empty();
    }
    return Optional.of(
        size.getAsLong() == 0
            ? "the target has vanished: its size is 0"
            : "the target has shrunk to " + size.getAsLong() + " B");
  }

  private Optional<DiskReading> difference(Optional<DiskReading> before) {
    return before.flatMap(earlier -> statistics.read().map(now -> now.since(earlier)));
  }

  /** Polls until the job ends or should; returns why it should, or an empty text. */
  private String follow(PhasePlan plan, EngineJob job, SeriesRecorder series) {
    EndRule rule = new EndRule(plan.rule(), limits.of(plan.name()));
    while (!stop.isRequested()) {
      if (endsWithinPoll(plan, job)) {
        return "";
      }
      Snapshot now = job.snapshot();
      boolean added = now.state() != State.RAMP && series.poll(job, now);
      Live live = series.live(job, now);
      PhaseListener.Progress progress = progress(now, added ? live.series() : List.of());
      listener.progress(plan, progress);
      if (progress.stuckSeconds() >= hung.toSeconds()) {
        return "the device has not answered for " + Durations.print(hung);
      }
      if (!plan.endsByVolume() && now.state() == State.MEASURE) {
        Optional<String> reached = rule.reached(live);
        if (reached.isPresent()) {
          return reached.get();
        }
      }
    }
    return "interrupted";
  }

  /** Waits for the next poll, in slices: the stop signal must be seen at once. */
  private boolean endsWithinPoll(PhasePlan plan, EngineJob job) {
    Duration slice = plan.endsByVolumeAlone() ? OFTEN : SLICE;
    long slices = POLL.dividedBy(slice);
    for (long i = 0; i < slices && !stop.isRequested(); i++) {
      if (job.await(slice)) {
        return true;
      }
      tellVolume(plan, job);
    }
    return false;
  }

  private void tellVolume(PhasePlan plan, EngineJob job) {
    if (plan.endsByVolumeAlone()) {
      listener.written(plan, plan.alreadyWritten() + job.snapshot().totalBytesWritten());
    }
  }

  /** Waits for the end; what was written may still have to be read back. */
  private boolean end(EngineJob job) {
    if (job.snapshot().end() == End.NONE) {
      job.stop();
    }
    abandonIfInterrupted(job);
    boolean ended = job.await(STOP_PATIENCE);
    while (!ended && isReadingBack(job)) {
      abandonIfInterrupted(job);
      ended = job.await(STOP_PATIENCE);
    }
    return ended;
  }

  /** The second stop of a job: what was written is not read back either. */
  private void abandonIfInterrupted(EngineJob job) {
    if (stop.isRequested()) {
      job.stop();
    }
  }

  private boolean isReadingBack(EngineJob job) {
    Snapshot now = job.snapshot();
    return now.state() == State.VERIFYING && now.stuckSeconds() < hung.toSeconds();
  }

  private static PhaseListener.Progress progress(Snapshot now, List<SeriesPoint> points) {
    SeriesPoint last = points.isEmpty() ? null : points.get(points.size() - 1);
    double running = (now.nowNs() - now.startedNs()) / 1e9;
    boolean ramping = now.state() == State.RAMP;
    return new PhaseListener.Progress(
        ramping,
        ramping ? running : now.measuredNs() / 1e9,
        last == null ? 0 : last.operations() / last.seconds(),
        last == null ? null : last.p99Ns(),
        now.totalBytesWritten(),
        now.stuckSeconds());
  }
}
