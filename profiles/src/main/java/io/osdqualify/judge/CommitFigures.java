package io.osdqualify.judge;

import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Metrics;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the power-loss inference rests on: one stream, queue depth 1, 4 KiB.
 *
 * @param fdatasync commits per second with fdatasync after each write
 * @param dsync commits per second with O_DSYNC
 * @param none writes per second without any durability
 * @param fdatasyncCacheOff commits per second with fdatasync and the write cache off, where the
 *     cache was on for {@code fdatasync}
 * @param flushP50Ns median latency of the flush alone
 * @param deviceFlushes flush requests that the disk statistics counted at the device; absent where
 *     they are not counted
 * @param engineFlushes flushes that were asked for in the same time
 */
public record CommitFigures(
    @Nullable Double fdatasync,
    @Nullable Double dsync,
    @Nullable Double none,
    @Nullable Double fdatasyncCacheOff,
    @Nullable Long flushP50Ns,
    @Nullable Long deviceFlushes,
    long engineFlushes) {

  private static final double MEDIAN = 50;

  /** Of counted flushes, fewer than this share are somebody else's. A choice. */
  private static final double FOREIGN_SHARE = 0.01;

  /** Out of the phases of a run; what was not measured is absent. */
  public static CommitFigures of(List<Phase> all) {
    Phases phases = new Phases(all);
    Optional<Phase> durable = phases.singleStream(Durability.FDATASYNC);
    Optional<DiskCounters> disk = durable.map(Phase::disk);
    return new CommitFigures(
        rate(durable),
        rate(phases.singleStream(Durability.DSYNC)),
        rate(phases.singleStream(Durability.NONE)),
        rate(phases.named(Metrics.CACHE_OFF_PHASE)),
        durable
            .map(phase -> phase.latency().get(LatencyKind.FLUSH))
            .map(CommitFigures::median)
            .orElse(null),
        disk.map(DiskCounters::deviceFlushes).orElse(null),
        disk.map(DiskCounters::engineFlushes).orElse(0L));
  }

  /** Whether it was counted that flushes asked for do not arrive at the device. */
  boolean countedNone() {
    return deviceFlushes != null
        && engineFlushes > 0
        && deviceFlushes < FOREIGN_SHARE * engineFlushes;
  }

  private static @Nullable Double rate(Optional<Phase> phase) {
    return phase.filter(p -> p.operations() > 0).map(Phase::iops).orElse(null);
  }

  private static @Nullable Long median(LatencyHistogram flushes) {
    return flushes.count() == 0 ? null : flushes.percentile(MEDIAN);
  }
}
