package io.osdqualify.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An invented phase of the load {@code wal+db} with four OSDs, its logs in open loop. */
public final class SampleLoad {

  private static final int SECONDS = 120;

  private SampleLoad() {}

  /**
   * One group of streams.
   *
   * @param perSecond of each stream that was served
   * @param unserved operations of all of them
   */
  private record Part(
      String name,
      int streams,
      int depth,
      int block,
      double perSecond,
      boolean reads,
      long unserved) {

    long operations() {
      return Math.round(perSecond * streams * SECONDS);
    }
  }

  /** A drive that serves all, with these response latencies of the logs in ns. */
  public static Phase served(int at, long p50, long p99, long max) {
    return phase(at, 500, 0, p50, p99, max);
  }

  /** A drive that serves so many commits a second of each log, of 500. */
  public static Phase behind(int at, double perSecond, long p50, long p99, long max) {
    long unserved = Math.round((500 - perSecond) * 4 * SECONDS);
    return phase(at, perSecond, unserved, p50, p99, max);
  }

  /**
   * Compactions in closed loop, depth 2: writes of 8 ms with an fsync of 100 ms behind every 25th,
   * reads of 5 ms.
   *
   * @param share of the reads' depth that was in flight
   */
  public static Phase closed(double share) {
    long writes = Math.round(2 * SECONDS / (0.008 + 0.1 / 25));
    long reads = Math.round(2 * SECONDS * share / 0.005);
    List<Part> parts =
        List.of(
            new Part("compaction", 1, 2, 1 << 20, (double) writes / SECONDS, false, 0),
            new Part("compaction-read", 1, 2, 2 << 20, (double) reads / SECONDS, true, 0));
    GroupResult output =
        closed(
            parts.get(0),
            Map.of(
                LatencyKind.WRITE, even(writes, 8_000_000),
                LatencyKind.FLUSH, even(writes / 25, 100_000_000)));
    GroupResult input = closed(parts.get(1), Map.of(LatencyKind.READ, even(reads, 5_000_000)));
    return new Phase(
        "mixed-load",
        "mixed.db-compaction",
        workload(parts, false),
        Samples.START,
        5,
        SECONDS,
        "its longest time was over",
        writes + reads,
        output.bytes() + input.bytes(),
        List.of(),
        output.latency(),
        output.series(),
        List.of(),
        new CpuUse(4, 9),
        streams(parts),
        null,
        null,
        List.of(output, input),
        null,
        false);
  }

  private static LatencyHistogram even(long count, long ns) {
    return SampleLatencies.of(count, ns, ns, ns, ns, ns, (double) ns * count);
  }

  private static GroupResult closed(Part part, Map<LatencyKind, LatencyHistogram> latency) {
    Map<LatencyKind, List<SeriesPoint>> series = new TreeMap<>();
    latency.forEach((kind, histogram) -> series.put(kind, points(part, histogram)));
    long count = part.operations();
    return new GroupResult(part.name(), count, count * part.block(), latency, series, null);
  }

  private static Phase phase(
      int at, double perSecond, long unserved, long p50, long p99, long max) {
    List<Part> parts =
        List.of(
            new Part("wal", 4, 1, 4096, perSecond, false, unserved),
            new Part("compaction", 1, 2, 1 << 20, 102, false, 0),
            new Part("compaction-read", 1, 2, 2 << 20, 38, true, 0),
            new Part("read", 4, 2, 4096, 100, true, 0));
    List<GroupResult> groups = parts.stream().map(part -> result(part, p50, p99, max)).toList();
    Map<LatencyKind, LatencyHistogram> latency = new TreeMap<>(groups.get(0).latency());
    Map<LatencyKind, List<SeriesPoint>> series = new TreeMap<>(groups.get(0).series());
    return new Phase(
        "mixed-load",
        "mixed.wal+db",
        workload(parts, true),
        Samples.START.plusSeconds(at),
        5,
        SECONDS,
        "the 95 % interval is within ± 0.4 %",
        groups.stream().mapToLong(GroupResult::operations).sum(),
        groups.stream().mapToLong(GroupResult::bytes).sum(),
        List.of(),
        latency,
        series,
        List.of(),
        new CpuUse(4, 9),
        streams(parts),
        null,
        unserved,
        groups,
        null,
        false);
  }

  private static GroupResult result(Part part, long p50, long p99, long max) {
    long count = part.operations();
    LatencyHistogram service = SampleLatencies.of(count, p50 / 4, p50 / 2, p99 / 2, p99, max);
    LatencyHistogram response = SampleLatencies.of(count, p50 / 3, p50, p99, (p99 + max) / 2, max);
    LatencyKind main = main(part);
    return new GroupResult(
        part.name(),
        count,
        count * part.block(),
        Map.of(main, service, LatencyKind.RESPONSE, response),
        Map.of(main, points(part, service), LatencyKind.RESPONSE, points(part, response)),
        part.unserved());
  }

  private static LatencyKind main(Part part) {
    if (part.reads()) {
      return LatencyKind.READ;
    }
    return part.name().equals("wal") ? LatencyKind.COMMIT : LatencyKind.WRITE;
  }

  private static List<SeriesPoint> points(Part part, LatencyHistogram latency) {
    List<SeriesPoint> points = new ArrayList<>();
    for (int second = 1; second <= SECONDS; second++) {
      double wave = 1 + (second % 2 == 0 ? 0.02 : -0.02);
      long here = Math.round(part.perSecond() * part.streams() * wave);
      points.add(
          new SeriesPoint(
              second,
              1,
              here,
              here * part.block(),
              latency.meanNs() * wave,
              latency.percentile(99),
              latency.percentile(99)));
    }
    return points;
  }

  private static List<StreamResult> streams(List<Part> parts) {
    List<Part> each =
        parts.stream()
            .flatMap(part -> Stream.generate(() -> part).limit(part.streams()))
            .collect(Collectors.toList());
    return IntStream.range(0, each.size()).mapToObj(i -> stream(i, each.get(i))).toList();
  }

  private static StreamResult stream(int index, Part part) {
    long operations = part.operations() / part.streams() + index;
    return new StreamResult(
        index, operations, operations * part.block(), 400_000, 90_000, 4_000_000 + index, 0L, 0L);
  }

  private static WorkloadDescription workload(List<Part> parts, boolean open) {
    return new WorkloadDescription(
        "write",
        "sequential",
        "fdatasync",
        4096,
        10,
        1,
        1L << 30,
        "libaio",
        "incompressible, new in each block",
        7,
        List.of(),
        parts.stream().map(part -> group(part, open)).toList());
  }

  private static StreamGroup group(Part part, boolean open) {
    return new StreamGroup(
        part.name(),
        part.streams(),
        part.name().equals("read") ? "random" : "sequential",
        List.of(new StreamGroup.Block(part.block(), 1)),
        part.reads() ? 1 : 0,
        durability(part),
        null,
        part.name().equals("compaction") ? 85 : 1,
        open ? "poisson" : "closed",
        open ? rate(part) : null,
        part.depth(),
        1L << 30,
        null,
        1,
        "off",
        IntStream.range(0, part.streams()).mapToObj(i -> (long) i << 30).toList(),
        IntStream.range(0, part.streams()).mapToObj(i -> (long) i).toList());
  }

  private static Double rate(Part part) {
    return part.name().equals("wal") ? 500 : part.perSecond();
  }

  private static @Nullable String durability(Part part) {
    if (part.reads()) {
      return null;
    }
    return part.name().equals("wal") ? "fdatasync" : "fsync-behind";
  }
}
