package io.osdqualify.judge;

import io.osdqualify.evidence.CpuUse;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.WorkloadDescription;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Phases of direct writes, or of reads and writes, with a given course. */
final class PlainPhase {

  private PlainPhase() {}

  /** Writes in the seconds of a course, all of one latency. */
  static Phase writes(String probe, String name, List<SeriesPoint> points, long latencyNs) {
    return phase(probe, name, 2, 16, points, latencyNs, null, 0);
  }

  /** Seconds with as many reads as writes, each of a latency of its own. */
  static Phase halves(
      String probe,
      String name,
      int streams,
      int depth,
      List<SeriesPoint> points,
      long writeNs,
      long readNs) {
    return phase(probe, name, streams, depth, points, writeNs, points, readNs);
  }

  private static Phase phase(
      String probe,
      String name,
      int streams,
      int depth,
      List<SeriesPoint> writes,
      long writeNs,
      @Nullable List<SeriesPoint> reads,
      long readNs) {
    Map<LatencyKind, LatencyHistogram> latency = new EnumMap<>(LatencyKind.class);
    Map<LatencyKind, List<SeriesPoint>> series = new EnumMap<>(LatencyKind.class);
    add(latency, series, LatencyKind.WRITE, writes, writeNs);
    long kinds = 1;
    if (reads != null) {
      add(latency, series, LatencyKind.READ, reads, readNs);
      kinds = 2;
    }
    return new Phase(
        probe,
        name,
        new WorkloadDescription(
            "write",
            "random",
            "none",
            4096,
            streams,
            depth,
            1L << 30,
            "io_uring",
            "incompressible",
            1,
            null,
            null),
        Samples.START,
        0,
        writes.stream().mapToDouble(SeriesPoint::seconds).sum(),
        "its longest time was over",
        kinds * Plateaus.operations(writes),
        kinds * Plateaus.bytes(writes),
        List.of(),
        latency,
        series,
        List.of(),
        new CpuUse(0, 0),
        List.of(),
        null,
        null,
        List.of(),
        null,
        false);
  }

  private static void add(
      Map<LatencyKind, LatencyHistogram> latency,
      Map<LatencyKind, List<SeriesPoint>> series,
      LatencyKind kind,
      List<SeriesPoint> points,
      long ns) {
    latency.put(kind, Samples.histogram(Map.of(ns, Plateaus.operations(points)), (double) ns, 0));
    series.put(kind, points);
  }
}
