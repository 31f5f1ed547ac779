package io.osdqualify.workload;

import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The phase that commit-write and scaling share: N streams at queue depth 1, each writing
 * sequentially in a ring of its own, each write made durable before the next. That is what N OSDs
 * do: one kv_sync thread each, appending to its WAL (ceph BlueFS.cc, _flush_range).
 */
record CommitPhase(
    Durability durability,
    int blockBytes,
    int streams,
    long ringBytes,
    IoEngine engine,
    boolean cacheOff) {

  /** Name of its only group of streams. */
  private static final String GROUP = "commit";

  /** {@code --quick} cuts the ramp to this. */
  private static final Duration QUICK_RAMP = Duration.ofSeconds(1);

  /** As {@code commit.fdatasync-512B.streams-1}. */
  String name() {
    return cacheOff
        ? Metrics.CACHE_OFF_PHASE
        : Metrics.commitPhase(durability, blockBytes, String.valueOf(streams));
  }

  PhasePlan plan(String probe, ProbeContext context, PhaseRule rule) {
    requireFlushes(context.options(), durability);
    PhaseRule times = context.quick() ? quick(rule) : rule;
    List<Stream> all =
        IntStream.range(0, streams).mapToObj(index -> stream(context, index)).toList();
    Workload workload =
        new Workload(
            context.engine().commitBackend(engine, durability, context.features()),
            all,
            times.ramp(),
            times.max(),
            0,
            context.options());
    PhasePlan plan = new PhasePlan(probe, name(), describe(), workload, times);
    return cacheOff ? plan.withCacheOff() : plan;
  }

  /** A ring that is polled knows reads and writes only (io_uring_setup(2), IORING_SETUP_IOPOLL). */
  static void requireFlushes(Workload.Options options, Durability durability) {
    boolean flushes = durability != Durability.NONE && durability != Durability.DSYNC;
    if (options.ioPoll() && flushes) {
      throw new ImpossibleWorkloadException(
          "a polled io_uring can't flush: --iopoll needs a profile that asks for the durabilities"
              + " none and dsync only, and this one asks for "
              + durability.key());
    }
  }

  private Stream stream(ProbeContext context, int index) {
    return Stream.sequential(GROUP, Ring.of(context, index, streams, blockBytes, ringBytes))
        .block(blockBytes)
        .durability(durability)
        .seed(Seeds.of(context.seed(), name(), index))
        .build();
  }

  private String describe() {
    String block = blockBytes % 1024 == 0 ? blockBytes / 1024 + " KiB" : blockBytes + " B";
    String how =
        switch (durability) {
          case NONE -> "direct writes, not made durable";
          case DSYNC -> "O_DSYNC writes";
          case FDATASYNC -> "write + fdatasync";
          case FSYNC -> "write + fsync";
          case BUFFERED -> "buffered write + range sync + fdatasync";
        };
    return block
        + " "
        + how
        + ", "
        + streams
        + (streams == 1 ? " stream" : " streams")
        + (cacheOff ? ", write cache off" : "");
  }

  static PhaseRule quick(PhaseRule rule) {
    Duration ramp = rule.ramp().compareTo(QUICK_RAMP) < 0 ? rule.ramp() : QUICK_RAMP;
    return new PhaseRule(ramp, rule.quick(), rule.quick(), 0, 0, rule.quick());
  }
}
