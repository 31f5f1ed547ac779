package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A vendor's SMART attribute of an ATA drive, as the drive has it: what it means depends on the
 * vendor, the name is smartmontools'.
 *
 * @param value normalised; most count down from 100, 200 or 253
 * @param worst the lowest value so far
 * @param threshold at which the vendor calls it failed; 0 for never
 * @param raw 48 bits, of which a vendor may use parts for different counts
 * @param rawText as smartmontools reads them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DriveAttribute(
    int id,
    String name,
    int value,
    int worst,
    int threshold,
    @Nullable Long raw,
    @Nullable String rawText,
    @Nullable String whenFailed) {

  /**
   * Whether it tests the capacitor that carries the drive over a power cut. By name alone: of
   * several numbers that are in use for it each means something else elsewhere.
   */
  @JsonIgnore
  public boolean isCapacitor() {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.contains("cap_test")
        || lower.contains("capacitor")
        || lower.contains("loss_cap")
        || lower.contains("pwr_loss_prot");
  }

  /** Whether it is at or under its threshold now. */
  @JsonIgnore
  public boolean isFailed() {
    return threshold > 0 && value > 0 && value <= threshold;
  }
}
