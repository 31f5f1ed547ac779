package io.osdqualify.device.smart;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveHealth;
import tools.jackson.databind.JsonNode;

/** What smartctl printed, as JSON or as text. */
public final class SmartctlOutput {

  static final String NAME = "smartctl";

  private SmartctlOutput() {}

  /** What it says; all unknown, with a reason, where it says nothing of a drive. */
  public static DriveHealth parse(String output) {
    JsonNode json = Json.object(output);
    DriveHealth health = json != null ? SmartctlJson.parse(json) : SmartctlText.parse(output);
    boolean silent =
        health.facts().isEmpty()
            && health.passed() == null
            && health.model() == null
            && health.serial() == null
            && health.writeCache() == DeviceCache.UNKNOWN
            && health.missing().isEmpty();
    return silent ? DriveHealth.unknown(NAME, "its output can't be read") : health;
  }
}
