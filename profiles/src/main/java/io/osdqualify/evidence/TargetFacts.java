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
    List<String> notes) {

  public TargetFacts {
    notes = List.copyOf(notes);
  }

  /** The serial, or the path where there is none: what {@code --erase} must name. */
  public String eraseWord() {
    return serial != null ? serial : path;
  }
}
