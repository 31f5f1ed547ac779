package io.osdqualify.judge;

import io.osdqualify.evidence.CpuUse;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.evidence.Verification;
import io.osdqualify.evidence.WorkloadDescription;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Metrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Small evidence with known figures. */
final class Samples {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Samples() {}

  /** A target; by default a sound NVMe disk with a cache that is on and flushed. */
  static final class Target {
    private TargetKind kind = TargetKind.DISK;
    private @Nullable String wholeDisk = "nvme0n1";
    private String transport = "nvme";
    private long capacity = 960_000_000_000L;
    private @Nullable String writeCache = "write back";
    private DeviceCache deviceCache = DeviceCache.ENABLED;
    private @Nullable Boolean fua = true;
    private @Nullable String virtualReason = null;

    Target transport(String word) {
      transport = word;
      wholeDisk = word.equals("nvme") ? "nvme0n1" : "sda";
      return this;
    }

    Target kind(TargetKind word) {
      kind = word;
      return this;
    }

    Target wholeDisk(@Nullable String name) {
      wholeDisk = name;
      return this;
    }

    Target cache(@Nullable String kernel, DeviceCache device) {
      writeCache = kernel;
      deviceCache = device;
      return this;
    }

    Target fua(@Nullable Boolean flag) {
      fua = flag;
      return this;
    }

    Target virtual(String reason) {
      virtualReason = reason;
      return this;
    }

    Target capacity(long bytes) {
      capacity = bytes;
      return this;
    }

    static Target loop() {
      return new Target()
          .kind(TargetKind.LOOP)
          .transport("loop")
          .wholeDisk("loop0")
          .cache("write back", DeviceCache.UNKNOWN)
          .virtual("a loop device");
    }

    TargetFacts facts() {
      return new TargetFacts(
          "/dev/" + wholeDisk,
          "/dev/" + wholeDisk,
          kind,
          wholeDisk,
          "MODEL",
          "SERIAL",
          "FW1",
          transport,
          capacity,
          0,
          capacity,
          512,
          4096,
          false,
          "none",
          writeCache,
          deviceCache,
          fua,
          virtualReason,
          List.of());
    }
  }

  /** A phase of commits at a steady rate; its mean latency follows from Little's law. */
  static final class Commits {
    private final Durability durability;
    private final int streams;
    private final double iops;
    private double noise = 0.001;
    private int seconds = 30;
    private double meanFactor = 1;
    private long flushNs = 0;
    private @Nullable DiskCounters disk;
    private List<DeviceError> errors = List.of();
    private long tailNs = 0;
    private double tailShare = 0;
    private long overflow = 0;
    private @Nullable Verification verification;
    private boolean toolLimited;

    Commits(Durability durability, int streams, double iops) {
      this.durability = durability;
      this.streams = streams;
      this.iops = iops;
    }

    Commits noise(double share) {
      noise = share;
      return this;
    }

    Commits seconds(int length) {
      seconds = length;
      return this;
    }

    Commits meanFactor(double factor) {
      meanFactor = factor;
      return this;
    }

    Commits flush(long ns) {
      flushNs = ns;
      return this;
    }

    Commits disk(DiskCounters counters) {
      disk = counters;
      return this;
    }

    Commits errors(DeviceError... met) {
      errors = List.of(met);
      return this;
    }

    Commits verified(Verification found) {
      verification = found;
      return this;
    }

    Commits toolLimited() {
      toolLimited = true;
      return this;
    }

    Commits tail(double share, long ns) {
      tailShare = share;
      tailNs = ns;
      return this;
    }

    Commits overflow(long count) {
      overflow = count;
      return this;
    }

    Phase phase() {
      long operations = Math.round(iops * seconds);
      double mean = 1e9 * streams / iops * meanFactor;
      Map<LatencyKind, LatencyHistogram> latency = new EnumMap<>(LatencyKind.class);
      long slow = Math.round(operations * tailShare);
      long normal = Math.round(mean);
      latency.put(
          LatencyKind.COMMIT,
          slow == 0
              ? histogram(Map.of(normal, operations), mean, overflow)
              : histogram(Map.of(normal, operations - slow, tailNs, slow), mean, overflow));
      if (flushNs > 0) {
        latency.put(LatencyKind.FLUSH, histogram(Map.of(flushNs, operations), (double) flushNs, 0));
      }
      return new Phase(
          "commit-write",
          Metrics.commitPhase(durability, streams),
          new WorkloadDescription(
              "write",
              "sequential",
              durability.key(),
              4096,
              streams,
              1,
              1L << 30,
              "psync",
              "incompressible",
              1,
              null,
              null),
          START,
          0,
          seconds,
          "time",
          operations,
          operations * 4096,
          errors,
          latency,
          Map.of(LatencyKind.COMMIT, series(iops, noise, seconds, mean)),
          List.of(),
          new CpuUse(0, 0),
          List.of(),
          disk,
          null,
          List.of(),
          verification,
          toolLimited);
    }
  }

  /** A phase of plain writes that ended when its volume was written. */
  static Phase volume(String name, long bytes, double seconds) {
    long blocks = bytes >> 17;
    return new Phase(
        name,
        name,
        new WorkloadDescription(
            "write",
            "sequential",
            "none",
            1 << 17,
            1,
            8,
            bytes,
            "io_uring",
            "incompressible",
            1,
            null,
            null),
        START,
        0,
        seconds,
        "its volume was written",
        blocks,
        bytes,
        List.of(),
        Map.of(LatencyKind.WRITE, histogram(Map.of(120_000L, blocks), 120_000, 0)),
        Map.of(LatencyKind.WRITE, List.of(point(seconds, seconds, blocks, 120_000))),
        List.of(),
        new CpuUse(0, 0),
        List.of(),
        null,
        null,
        List.of(),
        null,
        false);
  }

  static Commits fdatasync(int streams, double iops) {
    return new Commits(Durability.FDATASYNC, streams, iops).flush(20_000);
  }

  /** Seconds that go up and down: + − − +, so that the mean is exact and nothing correlates. */
  static List<SeriesPoint> series(double rate, double noise, int seconds, double meanNs) {
    List<SeriesPoint> points = new ArrayList<>();
    for (int second = 1; second <= seconds; second++) {
      double sign = second % 2 == 0 ? 1 : -1;
      long operations = Math.round(rate * (1 + sign * noise));
      points.add(point(second, 1, operations, meanNs * (1 - sign * noise)));
    }
    return points;
  }

  static SeriesPoint point(double end, double length, long operations, double meanNs) {
    return new SeriesPoint(
        end, length, operations, operations * 4096, operations == 0 ? null : meanNs, null, null);
  }

  /** Of latencies in ns and how often they occurred. */
  static LatencyHistogram histogram(Map<Long, Long> samples, double meanNs, long overflow) {
    long[] counts = new long[bucketOf(LatencyHistogram.HIGHEST_NS) + 1];
    long min = Long.MAX_VALUE;
    long max = 0;
    long total = overflow;
    for (Map.Entry<Long, Long> sample : samples.entrySet()) {
      counts[bucketOf(sample.getKey())] += sample.getValue();
      min = Math.min(min, sample.getKey());
      max = Math.max(max, sample.getKey());
      total += sample.getValue();
    }
    return LatencyHistogram.of(counts, overflow, min, max, meanNs * total);
  }

  /** The last bucket whose lowest value is not above the latency. */
  private static int bucketOf(long ns) {
    int low = 0;
    int high = 40 * 128;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (LatencyHistogram.valueOf(middle) <= ns) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Counters of a device that got each byte and each flush, or another share of them. */
  static DiskCounters disk(double bytesShare, @Nullable Long deviceFlushes, long engineFlushes) {
    long engine = 1_000_000_000L;
    return new DiskCounters(
        Math.round(engine * bytesShare), 0, engine, 0, deviceFlushes, engineFlushes, 0);
  }
}
