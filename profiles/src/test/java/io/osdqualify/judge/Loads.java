package io.osdqualify.judge;

import io.osdqualify.evidence.CpuUse;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.WorkloadDescription;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Phases of loads with known figures, half a minute long. */
final class Loads {

  static final int SECONDS = 30;

  private Loads() {}

  /** A closed loop of plain writes; the latency follows from Little's law. */
  static Phase cell(String load, int threads, int depth, double iops) {
    long operations = Math.round(iops * SECONDS);
    double mean = iops == 0 ? 0 : 1e9 * threads * depth / iops;
    Map<LatencyKind, LatencyHistogram> latency =
        Map.of(
            LatencyKind.WRITE,
            operations == 0
                ? Samples.histogram(Map.of(), 0, 0)
                : Samples.histogram(Map.of(Math.round(mean), operations), mean, 0));
    return phase(
        "saturation",
        load + "." + threads + "x" + depth,
        workload(threads, depth, 4096, "io_uring", null),
        operations,
        latency,
        null);
  }

  /** An open loop whose answers take so long, so often. */
  static Phase open(String name, Map<Long, Long> responses, long unserved) {
    long operations = responses.values().stream().mapToLong(Long::longValue).sum();
    double mean =
        responses.entrySet().stream().mapToDouble(e -> (double) e.getKey() * e.getValue()).sum()
            / Math.max(1, operations);
    Map<LatencyKind, LatencyHistogram> latency = new EnumMap<>(LatencyKind.class);
    latency.put(LatencyKind.WRITE, Samples.histogram(Map.of(50_000L, operations), 50_000, 0));
    latency.put(LatencyKind.RESPONSE, Samples.histogram(responses, mean, 0));
    return phase(
        "load-curve", name, workload(4, 32, 4096, "io_uring", null), operations, latency, unserved);
  }

  /** Durable writes into a mapping. */
  static Phase memory(String name, int block, double iops, String... used) {
    long operations = Math.round(iops * SECONDS);
    double mean = 1e9 / iops;
    return phase(
        "persistent-memory",
        name,
        workload(1, 1, block, "pmem", List.of(used)),
        operations,
        Map.of(
            LatencyKind.COMMIT, Samples.histogram(Map.of(Math.round(mean), operations), mean, 0)),
        null);
  }

  private static WorkloadDescription workload(
      int threads, int depth, int block, String backend, @Nullable List<String> used) {
    return new WorkloadDescription(
        "write",
        "random",
        "none",
        block,
        threads,
        depth,
        1L << 30,
        backend,
        "incompressible",
        1,
        used,
        null);
  }

  private static Phase phase(
      String probe,
      String name,
      WorkloadDescription workload,
      long operations,
      Map<LatencyKind, LatencyHistogram> latency,
      @Nullable Long unserved) {
    double iops = (double) operations / SECONDS;
    LatencyKind main =
        latency.containsKey(LatencyKind.COMMIT) ? LatencyKind.COMMIT : LatencyKind.WRITE;
    return new Phase(
        probe,
        name,
        workload,
        Samples.START,
        0,
        SECONDS,
        "its longest time was over",
        operations,
        operations * workload.blockBytes(),
        List.of(),
        latency,
        Map.of(main, Samples.series(iops, 0.001, SECONDS, iops == 0 ? 0 : 1e9 / iops)),
        List.of(),
        new CpuUse(0.001 * operations / 1000, 0.003 * operations / 1000),
        List.of(),
        null,
        unserved,
        List.of(),
        null,
        false);
  }
}
