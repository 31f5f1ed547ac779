package io.osdqualify.workload;

import io.osdqualify.engine.Counts;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.engine.EngineJob.End;
import io.osdqualify.engine.EngineJob.Snapshot;
import io.osdqualify.engine.Errno;
import io.osdqualify.engine.Stream;
import io.osdqualify.evidence.CpuUse;
import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.WorkloadDescription;
import io.osdqualify.host.DiskReading;
import io.osdqualify.profile.Durability;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes a job's results and makes the phase's evidence of them. */
record PhaseBuilder(
    PhasePlan plan, Instant startedAt, EngineJob job, Snapshot last, SeriesRecorder series) {

  /** What the blocks hold; see data.c of the engine. */
  private static final String DATA = "incompressible, new in each block";

  /**
   * @param reason why the runner ended the job; empty where it ended by itself
   * @param answered whether all threads ended
   */
  PhaseOutcome outcome(
      String reason, boolean answered, boolean interrupted, Optional<DiskReading> disk) {
    Optional<String> fault = job.fault();
    String why = reason.isEmpty() ? engineReason(fault) : reason;
    Phase phase = phase(why, answered, disk);
    return new PhaseOutcome(phase, ending(answered, interrupted, fault), detail(answered, why));
  }

  private Ending ending(boolean answered, boolean interrupted, Optional<String> fault) {
    if (!answered) {
      return Ending.HUNG;
    }
    if (fault.isPresent()) {
      return Ending.FAULT;
    }
    if (last.end() == End.ERROR) {
      return Ending.DEVICE_ERROR;
    }
    boolean cutShort = interrupted && last.end() == End.STOPPED;
    return cutShort ? Ending.INTERRUPTED : Ending.WHOLE;
  }

  private String engineReason(Optional<String> fault) {
    if (fault.isPresent()) {
      return "the engine failed: " + fault.get();
    }
    return switch (last.end()) {
      case DURATION -> "its longest time was over";
      case BYTES -> "its volume was written";
      case ERROR -> "a device error";
      case STOPPED -> "stopped";
      case NONE -> "the device does not answer";
    };
  }

  private String detail(boolean answered, String why) {
    if (!answered) {
      double age = (last.nowNs() - last.oldestInFlightNs()) / 1e9;
      return String.format(
          Locale.ROOT,
          "phase %s: I/O in flight since %.1f s ago and no answer; the process goes when the device"
              + " answers",
          plan.name(),
          age);
    }
    return "phase " + plan.name() + ": " + firstError().map(this::describe).orElse(why);
  }

  private String describe(DeviceError error) {
    return String.format(
        Locale.ROOT,
        "%s of %d B at offset %d failed with %s (errno %d) in stream %d; %d error%s in all",
        error.operation().key(),
        error.length(),
        error.offset(),
        error.name(),
        error.errno(),
        error.stream(),
        error.count(),
        error.count() == 1 ? "" : "s");
  }

  private Phase phase(String why, boolean answered, Optional<DiskReading> disk) {
    return new Phase(
        plan.probe(),
        plan.name(),
        workload(),
        startedAt.truncatedTo(ChronoUnit.MILLIS),
        rampSeconds(),
        last.measuredNs() / 1e9,
        why,
        last.operations(),
        last.bytes(),
        firstError().stream().toList(),
        histograms(),
        series.series(),
        answered ? job.stalls() : List.of(),
        new CpuUse(last.cpuUserNs() / 1e9, last.cpuSystemNs() / 1e9),
        job.streams(),
        disk.map(this::counters).orElse(null));
  }

  private double rampSeconds() {
    return plan.workload().ramp().toMillis() / 1e3;
  }

  private WorkloadDescription workload() {
    List<Stream> streams = plan.workload().streams();
    Stream first = streams.get(0);
    return new WorkloadDescription(
        first.operation().key(),
        first.pattern().key(),
        first.durability().key(),
        first.blockBytes(),
        streams.size(),
        first.depth(),
        first.length(),
        plan.workload().backend().key(),
        DATA,
        first.seed());
  }

  private Map<LatencyKind, LatencyHistogram> histograms() {
    Map<LatencyKind, LatencyHistogram> all = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : series.series().keySet()) {
      Counts counts = job.counts(kind);
      all.put(
          kind,
          LatencyHistogram.of(
              counts.buckets(),
              counts.overflow(),
              counts.minNs(),
              counts.maxNs(),
              (double) counts.sumNs()));
    }
    return all;
  }

  private Optional<DeviceError> firstError() {
    return job.firstError()
        .map(
            e ->
                new DeviceError(
                    e.errno(),
                    Errno.name(e.errno()),
                    e.operation(),
                    e.stream(),
                    e.offset(),
                    e.length(),
                    startedAt.plus(Duration.ofNanos(e.atNs())).truncatedTo(ChronoUnit.MILLIS),
                    e.count()));
  }

  private @Nullable DiskCounters counters(DiskReading reading) {
    Stream first = plan.workload().streams().get(0);
    long flushes =
        first.durability() == Durability.DSYNC
            ? last.totalBytesWritten() / first.blockBytes()
            : last.totalFlushes();
    return reading.beside(last.totalBytesWritten(), last.totalBytesRead(), flushes);
  }
}
