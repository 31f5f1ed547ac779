package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the target. What could not be read is absent.
 *
 * @param path as the user gave it
 * @param realPath behind all links
 * @param wholeDisk the disk that it lies on, as {@code nvme0n1}; absent for a layer over several
 * @param transport nvme, sata, sas, virtio, loop, file …; unknown where it can't be told
 * @param capacityBytes of the target
 * @param rangeOffset start of the range that the run may touch
 * @param rangeBytes length of that range
 * @param writeCache the kernel's view: {@code write back} or {@code write through}
 * @param deviceCache the drive's own word on its volatile cache
 * @param virtualReason why this is no drive of its own (loop device, file, hypervisor disk); absent
 *     for a real one
 * @param notes what a reader must know of the target, such as "a partition: not a drive
 *     qualification"
 * @param health what the drive said of itself before the run; absent where it was not asked: it is
 *     no drive of its own, or the result is an older program's
 */
public record TargetFacts(
    String path,
    String realPath,
    TargetKind kind,
    @Nullable String wholeDisk,
    @Nullable String model,
    @Nullable String serial,
    @Nullable String firmware,
    String transport,
    @JsonProperty("capacity_bytes") long capacityBytes,
    @JsonProperty("range_offset_bytes") long rangeOffset,
    @JsonProperty("range_bytes") long rangeBytes,
    @JsonProperty("logical_block_bytes") int logicalBlockBytes,
    @JsonProperty("physical_block_bytes") int physicalBlockBytes,
    @Nullable Boolean rotational,
    @Nullable String scheduler,
    @Nullable String writeCache,
    DeviceCache deviceCache,
    @Nullable Boolean fua,
    @Nullable String virtualReason,
    List<String> notes,
    @Nullable DriveHealth health) {

  public TargetFacts {
    notes = List.copyOf(notes);
  }

  /** What is known without asking the drive itself. */
  public TargetFacts(
      String path,
      String realPath,
      TargetKind kind,
      @Nullable String wholeDisk,
      @Nullable String model,
      @Nullable String serial,
      @Nullable String firmware,
      String transport,
      long capacityBytes,
      long rangeOffset,
      long rangeBytes,
      int logicalBlockBytes,
      int physicalBlockBytes,
      @Nullable Boolean rotational,
      @Nullable String scheduler,
      @Nullable String writeCache,
      DeviceCache deviceCache,
      @Nullable Boolean fua,
      @Nullable String virtualReason,
      List<String> notes) {
    this(
        path,
        realPath,
        kind,
        wholeDisk,
        model,
        serial,
        firmware,
        transport,
        capacityBytes,
        rangeOffset,
        rangeBytes,
        logicalBlockBytes,
        physicalBlockBytes,
        rotational,
        scheduler,
        writeCache,
        deviceCache,
        fua,
        virtualReason,
        notes,
        null);
  }

  /**
   * With what the drive says of itself; its word on its cache fills in where the kernel has none.
   */
  public TargetFacts with(DriveHealth told) {
    return new TargetFacts(
        path,
        realPath,
        kind,
        wholeDisk,
        model,
        serial,
        firmware,
        transport,
        capacityBytes,
        rangeOffset,
        rangeBytes,
        logicalBlockBytes,
        physicalBlockBytes,
        rotational,
        scheduler,
        writeCache,
        deviceCache == DeviceCache.UNKNOWN ? told.writeCache() : deviceCache,
        fua,
        virtualReason,
        notes,
        told);
  }

  /** The serial, or the path where there is none: what {@code --erase} must name. */
  public String eraseWord() {
    return serial != null ? serial : path;
  }
}
