package io.osdqualify.judge;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import java.util.Optional;
import java.util.Set;

/** What the target's facts say of the drive behind it, for the power-loss inference. */
record DriveView(TargetFacts target) {

  private static final String WRITE_THROUGH = "write through";

  private static final String NVME = "nvme";

  /** Transports on which a cache that is off can make an honest drive fast: domain.md §5. */
  private static final Set<String> CACHE_CAN_HINDER = Set.of("sata", "sas");

  /** Not drives, but nothing hides: their figures speak for themselves. */
  private static final Set<String> STAND_INS = Set.of("loop", "file");

  /** What hides the drive: RAID, hypervisor, multipath, an unknown layer. */
  Optional<String> hiddenBy() {
    String transport = target.transport();
    if (STAND_INS.contains(transport)) {
      return Optional.empty();
    }
    if (!transport.equals(NVME) && !CACHE_CAN_HINDER.contains(transport)) {
      return Optional.of("a layer between hides the drive: transport " + transport);
    }
    if (target.virtualReason() != null) {
      return Optional.of("a layer between hides the drive: " + target.virtualReason());
    }
    return target.wholeDisk() == null
        ? Optional.of("the target does not lie on one single disk")
        : Optional.empty();
  }

  /** Whether the kernel sends no flush. */
  boolean writeThrough() {
    return WRITE_THROUGH.equals(target.writeCache());
  }

  /**
   * The drive's own word. Where an NVMe drive was not asked, the queue's FUA flag tells it: Linux
   * sets it, like the write cache, out of the drive's vwc bit alone (drivers/nvme/host/core.c), and
   * writing {@code queue/write_cache} leaves it as it is. So write through without FUA is a drive
   * that declares no volatile cache, and write through with FUA is somebody's override.
   */
  DeviceCache cache() {
    Boolean fua = target.fua();
    boolean asked = target.deviceCache() != DeviceCache.UNKNOWN;
    if (asked || fua == null || !isBareNvme() || !writeThrough()) {
      return target.deviceCache();
    }
    return fua ? DeviceCache.ENABLED : DeviceCache.NONE;
  }

  /** Whether switching the drive's cache off may help, and can be done. */
  boolean cacheMayHinder() {
    return CACHE_CAN_HINDER.contains(target.transport())
        && (cache() == DeviceCache.ENABLED || cache() == DeviceCache.UNKNOWN);
  }

  String cacheLine() {
    String kernel = target.writeCache() == null ? "unknown" : target.writeCache();
    return "write cache: kernel says %s, drive says %s".formatted(kernel, cache().key());
  }

  /** The command that switches the drive's cache off. */
  String cacheOffCommand() {
    return "smartctl -s wcache,off " + disk();
  }

  /** The command that makes the kernel send flushes. */
  String sendFlushesCommand() {
    String name = target.wholeDisk() == null ? "DISK" : target.wholeDisk();
    return "echo 'write back' > /sys/block/" + name + "/queue/write_cache";
  }

  private String disk() {
    return target.wholeDisk() == null ? target.path() : "/dev/" + target.wholeDisk();
  }

  /** With a layer above, the queue's flags are the layer's. */
  private boolean isBareNvme() {
    return target.transport().equals(NVME)
        && (target.kind() == TargetKind.DISK || target.kind() == TargetKind.PARTITION);
  }
}
