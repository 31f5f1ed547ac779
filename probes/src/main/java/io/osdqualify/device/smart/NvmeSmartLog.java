package io.osdqualify.device.smart;

import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code nvme smart-log -o json} of nvme-cli 1.x and 2.x. Temperatures are in Kelvin. */
public final class NvmeSmartLog {

  /** Below it a temperature can only be in degrees Celsius, as some builds write it. */
  private static final long LEAST_KELVIN = 200;

  private static final Map<String, DriveFact> COUNTS =
      Map.ofEntries(
          Map.entry("critical_warning", DriveFact.CRITICAL_WARNING),
          Map.entry("avail_spare", DriveFact.SPARE),
          Map.entry("available_spare", DriveFact.SPARE),
          Map.entry("spare_thresh", DriveFact.SPARE_THRESHOLD),
          Map.entry("available_spare_threshold", DriveFact.SPARE_THRESHOLD),
          Map.entry("host_read_commands", DriveFact.READ_COMMANDS),
          Map.entry("host_write_commands", DriveFact.WRITE_COMMANDS),
          Map.entry("power_cycles", DriveFact.POWER_CYCLES),
          Map.entry("power_on_hours", DriveFact.POWER_ON),
          Map.entry("unsafe_shutdowns", DriveFact.UNSAFE_SHUTDOWNS),
          Map.entry("media_errors", DriveFact.MEDIA_ERRORS),
          Map.entry("num_err_log_entries", DriveFact.ERROR_LOG_ENTRIES),
          Map.entry("warning_temp_time", DriveFact.WARNING_TIME),
          Map.entry("critical_comp_time", DriveFact.CRITICAL_TIME),
          Map.entry("thm_temp1_trans_count", DriveFact.THROTTLE_1_COUNT),
          Map.entry("thm_temp2_trans_count", DriveFact.THROTTLE_2_COUNT),
          Map.entry("thm_temp1_total_time", DriveFact.THROTTLE_1_TIME),
          Map.entry("thm_temp2_total_time", DriveFact.THROTTLE_2_TIME));

  private NvmeSmartLog() {}

  /** What it says; unknown, with a reason, where it is no such log. */
  public static DriveHealth parse(String output) {
    JsonNode log = Json.object(output);
    if (log == null) {
      return DriveHealth.unknown("nvme smart-log", "its output can't be read");
    }
    HealthNotes notes = new HealthNotes();
    notes.source("nvme", null);
    COUNTS.forEach((key, fact) -> notes.put(fact, Json.whole(log.path(key))));
    notes.used(Json.whole(log.path("percent_used")), "NVMe health log");
    notes.used(Json.whole(log.path("percentage_used")), "NVMe health log");
    notes.units(DriveFact.WRITTEN, Json.whole(log.path("data_units_written")));
    notes.units(DriveFact.READ, Json.whole(log.path("data_units_read")));
    temperature(notes, DriveFact.TEMPERATURE, Json.whole(log.path("temperature")));
    temperature(notes, DriveFact.SENSOR_1, Json.whole(log.path("temperature_sensor_1")));
    temperature(notes, DriveFact.SENSOR_2, Json.whole(log.path("temperature_sensor_2")));
    DriveHealth health = notes.health();
    return health.facts().isEmpty()
        ? DriveHealth.unknown("nvme smart-log", "its output is no health log")
        : health;
  }

  private static void temperature(HealthNotes notes, DriveFact fact, @Nullable BigInteger value) {
    if (value != null
        && value.signum() > 0
        && value.bitLength() < Byte.SIZE
        && value.longValueExact() < LEAST_KELVIN) {
      notes.celsius(fact, value.longValueExact());
    } else {
      notes.kelvin(fact, value);
    }
  }
}
