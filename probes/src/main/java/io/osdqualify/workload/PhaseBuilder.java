package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Counts;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.engine.EngineJob.End;
import io.osdqualify.engine.EngineJob.Snapshot;
import io.osdqualify.engine.Errno;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.CpuUse;
import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.evidence.Verification;
import io.osdqualify.host.DiskReading;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes a job's results and makes the phase's evidence of them. */
record PhaseBuilder(
    PhasePlan plan, Instant startedAt, EngineJob job, Snapshot last, SeriesRecorder series) {

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
    if (last.end() == End.ERROR || badData().isPresent()) {
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
      case BYTES -> "its volume was written" + before();
      case ERROR -> "a device error";
      case STOPPED -> "stopped";
      case NONE -> "the device does not answer";
    };
  }

  private String before() {
    return plan.alreadyWritten() == 0
        ? ""
        : ", after the " + Bytes.print(plan.alreadyWritten()) + " of an earlier process";
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
    return "phase "
        + plan.name()
        + ": "
        + firstError().map(this::describe).or(() -> badData().map(this::describe)).orElse(why);
  }

  private Optional<Verification> badData() {
    return job.verification().filter(found -> found.bad() > 0);
  }

  private String describe(Verification found) {
    String first =
        found.first() == null
            ? ""
            : String.format(
                Locale.ROOT,
                ", the first: %s at offset %d of stream %d",
                found.first().found(),
                found.first().offset(),
                found.first().stream());
    return String.format(
        Locale.ROOT,
        "%d of %d blocks are not what was written%s",
        found.bad(),
        found.blocks(),
        first);
  }

  private String describe(DeviceError error) {
    return String.format(
        Locale.ROOT,
        "%s of %d B at offset %d failed with %s (errno %d) in stream %d at %s, %.3f s after the"
            + " phase began; %d error%s in all",
        error.operation().key(),
        error.length(),
        error.offset(),
        error.name(),
        error.errno(),
        error.stream(),
        error.at(),
        Duration.between(startedAt, error.at()).toMillis() / 1e3,
        error.count(),
        error.count() == 1 ? "" : "s");
  }

  private Phase phase(String why, boolean answered, Optional<DiskReading> disk) {
    return new Phase(
        plan.probe(),
        plan.name(),
        WorkloadWords.describe(plan.workload(), last.used()),
        startedAt.truncatedTo(ChronoUnit.MILLIS),
        rampSeconds(),
        last.measuredNs() / 1e9,
        why,
        last.operations(),
        last.bytes(),
        firstError().stream().toList(),
        histograms(series.series().keySet(), 0, plan.workload().streams().size()),
        series.series(),
        answered ? job.stalls() : List.of(),
        new CpuUse(last.cpuUserNs() / 1e9, last.cpuSystemNs() / 1e9),
        job.streams(),
        disk.filter(reading -> isIssued()).map(this::counters).orElse(null),
        isOpen(plan.workload().streams()) ? last.unserved() : null,
        groups(),
        job.verification().orElse(null),
        false);
  }

  /**
   * Whether what the engine does is what the block layer counts. Stores into a mapping pass it by;
   * and into the page cache, pages are written back, not what was stored.
   */
  private boolean isIssued() {
    return plan.workload().backend() != Backend.PMEM;
  }

  private static boolean isOpen(List<Stream> streams) {
    return streams.stream().anyMatch(stream -> stream.arrival().isOpen());
  }

  /** Of each group, where there are several. */
  private List<GroupResult> groups() {
    List<Workload.Group> groups = plan.workload().groups();
    if (groups.size() == 1) {
      return List.of();
    }
    List<StreamResult> streams = job.streams();
    return IntStream.range(0, groups.size())
        .mapToObj(index -> group(index, groups.get(index), streams))
        .toList();
  }

  private GroupResult group(int index, Workload.Group group, List<StreamResult> all) {
    List<StreamResult> streams = all.subList(group.first(), group.first() + group.size());
    Map<LatencyKind, List<SeriesPoint>> points = series.series(index);
    return new GroupResult(
        group.one().name(),
        streams.stream().mapToLong(StreamResult::operations).sum(),
        streams.stream().mapToLong(StreamResult::bytes).sum(),
        histograms(points.keySet(), group.first(), group.size()),
        points,
        isOpen(group.streams())
            ? streams.stream().map(StreamResult::unserved).mapToLong(PhaseBuilder::orZero).sum()
            : null);
  }

  private static long orZero(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  private double rampSeconds() {
    return plan.workload().ramp().toMillis() / 1e3;
  }

  private Map<LatencyKind, LatencyHistogram> histograms(
      Set<LatencyKind> kinds, int first, int streams) {
    Map<LatencyKind, LatencyHistogram> all = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : kinds) {
      all.put(kind, histogram(job.counts(kind, first, streams)));
    }
    return all;
  }

  static LatencyHistogram histogram(Counts counts) {
    return LatencyHistogram.of(
        counts.buckets(),
        counts.overflow(),
        counts.minNs(),
        counts.maxNs(),
        (double) counts.sumNs());
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

  private DiskCounters counters(DiskReading reading) {
    long flushes = last.totalFlushes() + last.totalDsyncs();
    return reading.beside(last.totalBytesWritten(), last.totalBytesRead(), flushes);
  }
}
