package io.osdqualify.device.smart;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads {@code nvme id-ctrl -o json}, and what {@code nvme get-feature} says of the cache. */
public final class NvmeController {

  private static final int PAGE_BYTES = 4096;

  /** 2^mdts pages; more than 2^32 B would be no limit. */
  private static final int MOST_MDTS = 20;

  private static final Pattern FEATURE =
      Pattern.compile("[Cc]urrent value\\s*:\\s*(?:0x)?([0-9a-fA-F]{1,8})\\b");

  private NvmeController() {}

  /** What it says; unknown, with a reason, where it is no such data. */
  public static DriveHealth parse(String output) {
    JsonNode data = Json.object(output);
    if (data == null) {
      return DriveHealth.unknown("nvme id-ctrl", "its output can't be read");
    }
    HealthNotes notes = new HealthNotes();
    notes.source("nvme", null);
    notes.serial(Json.text(data.path("sn")));
    notes.model(Json.text(data.path("mn")));
    notes.firmware(Json.text(data.path("fr")));
    notes.put(DriveFact.PCI_VENDOR, Json.whole(data.path("vid")));
    notes.put(DriveFact.PCI_SUBSYSTEM_VENDOR, Json.whole(data.path("ssvid")));
    BigInteger capacity = Json.whole(data.path("tnvmcap"));
    notes.put(DriveFact.CAPACITY, capacity == null || capacity.signum() == 0 ? null : capacity);
    Long mdts = Json.number(data.path("mdts"));
    if (mdts != null && mdts > 0 && mdts <= MOST_MDTS) {
      notes.put(DriveFact.MAX_TRANSFER, (long) PAGE_BYTES << mdts);
    }
    notes.kelvin(DriveFact.TEMPERATURE_WARNING, Json.whole(data.path("wctemp")));
    notes.kelvin(DriveFact.TEMPERATURE_CRITICAL, Json.whole(data.path("cctemp")));
    Long cache = Json.number(data.path("vwc"));
    if (cache != null && (cache & 1) == 0) {
      notes.cache(DeviceCache.NONE);
    }
    DriveHealth health = notes.health();
    boolean silent =
        health.model() == null
            && health.serial() == null
            && health.facts().isEmpty()
            && cache == null;
    return silent ? DriveHealth.unknown("nvme id-ctrl", "its output is no controller's") : health;
  }

  /** The state of the cache by feature 6; of a controller that has one. */
  public static DeviceCache cacheFeature(String output) {
    Matcher matcher = FEATURE.matcher(output);
    if (!matcher.find()) {
      return DeviceCache.UNKNOWN;
    }
    return (Long.parseLong(matcher.group(1), 16) & 1) != 0
        ? DeviceCache.ENABLED
        : DeviceCache.DISABLED;
  }
}
