package io.osdqualify.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Builds one invented phase out of a few figures. */
final class SamplePhase {

  private final String probe;
  private final String name;
  private final String durability;
  private final int streams;
  private final Map<LatencyKind, LatencyHistogram> latency = new EnumMap<>(LatencyKind.class);
  private final List<DeviceError> errors = new ArrayList<>();
  private Instant startedAt = Samples.START;
  private double seconds = 60;
  private long operations;
  private int block = 4096;
  private String ended = "interval of the IOPS is within 2 %";
  private boolean counted = true;

  private SamplePhase(String probe, String name, String durability, int streams) {
    this.probe = probe;
    this.name = name;
    this.durability = durability;
    this.streams = streams;
  }

  static SamplePhase commit(String durability) {
    return new SamplePhase("commit-write", "commit." + durability + ".streams-1", durability, 1);
  }

  static SamplePhase scaling(int streams) {
    return new SamplePhase("scaling", "commit.fdatasync.streams-" + streams, "fdatasync", streams);
  }

  static SamplePhase precondition(long bytes, double seconds) {
    SamplePhase phase = new SamplePhase("precondition", "precondition", "none", 1);
    phase.block = 128 << 10;
    return phase
        .at(0, seconds)
        .iops(bytes / seconds / phase.block)
        .kind(LatencyKind.WRITE, 61_000, 118_000, 390_000, 700_000, 900_000)
        .ended("its volume was written");
  }

  /** A minute of sequential writes of 128 KiB. */
  static SamplePhase round(int number, double bytesPerSecond) {
    String name = String.format(Locale.ROOT, "steady-state.round.%02d", number);
    SamplePhase phase = new SamplePhase("steady-state", name, "none", 2);
    phase.block = 128 << 10;
    return phase
        .at(4000 + 60 * number, 60)
        .iops(bytesPerSecond / phase.block)
        .kind(LatencyKind.WRITE, 61_000, 118_000, 390_000, 700_000, 900_000)
        .ended("its longest time was over");
  }

  SamplePhase at(int secondsAfterStart, double length) {
    startedAt = Samples.START.plusSeconds(secondsAfterStart);
    seconds = length;
    return this;
  }

  SamplePhase iops(double iops) {
    operations = Math.round(iops * seconds);
    return this;
  }

  SamplePhase commits(long min, long p50, long p99, long p999, long max) {
    return kind(LatencyKind.COMMIT, min, p50, p99, p999, max);
  }

  SamplePhase kind(LatencyKind kind, long min, long p50, long p99, long p999, long max) {
    boolean main = kind == (durability.equals("none") ? LatencyKind.WRITE : LatencyKind.COMMIT);
    double sum = streams * seconds * 1e9; // Little's law
    latency.put(
        kind,
        main
            ? SampleLatencies.of(operations, min, p50, p99, p999, max, sum)
            : SampleLatencies.of(operations, min, p50, p99, p999, max));
    return this;
  }

  SamplePhase ended(String why) {
    ended = why;
    return this;
  }

  SamplePhase error(DeviceError error) {
    errors.add(error);
    return this;
  }

  SamplePhase withoutDiskStatistics() {
    counted = false;
    return this;
  }

  Phase build() {
    long bytes = operations * block;
    Map<LatencyKind, List<SeriesPoint>> series = new EnumMap<>(LatencyKind.class);
    latency.forEach((kind, histogram) -> series.put(kind, points(histogram)));
    return new Phase(
        probe,
        name,
        new WorkloadDescription(
            "write",
            "sequential",
            durability,
            block,
            streams,
            1,
            1L << 30,
            "psync",
            "random",
            42,
            null,
            null),
        startedAt,
        5,
        seconds,
        ended,
        operations,
        bytes,
        errors,
        latency,
        series,
        stalls(),
        new CpuUse(seconds * 0.11, seconds * 0.34),
        spread(),
        counted ? disk(bytes) : null,
        null,
        List.of(),
        null,
        false);
  }

  private List<SeriesPoint> points(LatencyHistogram histogram) {
    List<SeriesPoint> points = new ArrayList<>();
    for (int second = 1; second <= seconds; second++) {
      double wave = 1 + 0.02 * Math.sin(second);
      long here = Math.round(operations / seconds / wave);
      points.add(
          new SeriesPoint(
              second,
              1,
              here,
              here * block,
              Math.rint(histogram.meanNs() * wave),
              histogram.percentile(99),
              second == 17 ? Long.valueOf(histogram.maxNs()) : histogram.percentile(99.9)));
    }
    return points;
  }

  private List<Stall> stalls() {
    List<Stall> stalls = new ArrayList<>();
    latency.forEach(
        (kind, histogram) -> {
          for (int rank = 0; rank < 3; rank++) {
            stalls.add(
                new Stall(
                    seconds * (8 + rank * 3) / 16,
                    rank % streams,
                    kind,
                    (1L << 20) * 37 * (rank + 1),
                    histogram.maxNs() >> rank));
          }
        });
    return stalls;
  }

  private List<StreamResult> spread() {
    List<StreamResult> results = new ArrayList<>();
    LatencyHistogram main = latency.values().iterator().next();
    for (int stream = 0; stream < streams; stream++) {
      double share = (1 + 0.04 * Math.sin(stream)) / streams;
      long mine = Math.round(operations * share);
      results.add(
          new StreamResult(
              stream,
              mine,
              mine * block,
              main.meanNs(),
              main.minNs(),
              main.maxNs() - stream,
              0L,
              null));
    }
    return results;
  }

  /** The ramp's five seconds are in it. */
  private DiskCounters disk(long bytes) {
    long engine = Math.round(bytes * (seconds + 5) / seconds) / block * block;
    long flushes = durability.equals("none") ? 0 : engine / block;
    return new DiskCounters(engine + 24576, 0, engine, 0, flushes, flushes, 0);
  }
}
