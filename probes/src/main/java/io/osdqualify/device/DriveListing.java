package io.osdqualify.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveHealth;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A drive of this machine and whether it may be tested. What is not known is absent.
 *
 * @param path by which it is tested
 * @param byId its names that stay the same over a boot
 * @param multipath the kernel's names of the paths that lead to it; empty for a drive with one
 * @param wwid NGUID, EUI-64 or NAA
 * @param writeCache the kernel's view
 * @param deviceCache the drive's own word
 * @param virtualReason why it is no drive of its own, as a disk of a hypervisor; absent for a real
 *     one
 * @param usedBy what is on it or made of it, in sentences
 * @param osds that keep something on it
 * @param dependentOsds how many OSDs that are
 * @param mayBeTested in one word
 * @param because why not; empty for yes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DriveListing(
    String name,
    String path,
    List<String> byId,
    List<String> multipath,
    @Nullable String model,
    @Nullable String serial,
    @Nullable String wwid,
    @Nullable String firmware,
    @JsonProperty("capacity_bytes") long capacityBytes,
    @JsonProperty("logical_block_bytes") int logicalBlockBytes,
    @JsonProperty("physical_block_bytes") int physicalBlockBytes,
    String transport,
    @Nullable DriveLink link,
    @Nullable Integer numaNode,
    @Nullable String writeCache,
    DeviceCache deviceCache,
    @Nullable Boolean fua,
    @Nullable String scheduler,
    @Nullable Boolean rotational,
    @Nullable Boolean discard,
    @Nullable String virtualReason,
    DriveHealth health,
    List<String> usedBy,
    List<OsdUse> osds,
    int dependentOsds,
    Answer mayBeTested,
    List<Finding> because,
    List<String> notes) {

  public DriveListing {
    byId = List.copyOf(byId);
    multipath = List.copyOf(multipath);
    usedBy = List.copyOf(usedBy);
    osds = List.copyOf(osds);
    because = List.copyOf(because);
    notes = List.copyOf(notes);
  }

  /** Whether a drive may be tested. */
  public enum Answer {
    YES,
    /** It is in use or carries something: only tests that write nothing. */
    REQUALIFY,
    NO;

    /** The word in JSON. */
    @JsonValue
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
