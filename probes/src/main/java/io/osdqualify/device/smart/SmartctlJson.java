package io.osdqualify.device.smart;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code smartctl --json} of 7.0 and later, whole or in part. */
final class SmartctlJson {

  /** Bits of the exit status, smartctl(8). */
  private static final int FAILING = 1 << 3;

  private static final int NOT_OPENED = 1 << 1;

  private static final long GIGABYTE = 1_000_000_000L;

  private static final Pattern LEADING = Pattern.compile("(\\d{1,18})(?:[^.\\dx].*|$)");

  private static final Map<String, DriveFact> NVME =
      Map.ofEntries(
          Map.entry("critical_warning", DriveFact.CRITICAL_WARNING),
          Map.entry("available_spare", DriveFact.SPARE),
          Map.entry("available_spare_threshold", DriveFact.SPARE_THRESHOLD),
          Map.entry("host_reads", DriveFact.READ_COMMANDS),
          Map.entry("host_writes", DriveFact.WRITE_COMMANDS),
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

  private final JsonNode root;
  private final HealthNotes notes = new HealthNotes();

  private SmartctlJson(JsonNode root) {
    this.root = root;
  }

  static DriveHealth parse(JsonNode root) {
    SmartctlJson reader = new SmartctlJson(root);
    reader.read();
    return reader.notes.health();
  }

  private void read() {
    tool();
    identity();
    nvme();
    scsi();
    common();
    statistics();
    attributes();
  }

  private void tool() {
    JsonNode tool = root.path("smartctl");
    List<String> version = new ArrayList<>();
    tool.path("version").values().forEach(part -> version.add(part.asString("")));
    notes.source(SmartctlOutput.NAME, version.isEmpty() ? null : String.join(".", version));
    for (JsonNode message : tool.path("messages").values()) {
      String text = Json.text(message.path("string"));
      if (text != null && "error".equals(Json.text(message.path("severity")))) {
        notes.missing(SmartctlOutput.NAME, text);
      }
    }
    int exit = Json.small(tool.path("exit_status"));
    if ((exit & NOT_OPENED) != 0 && tool.path("messages").isEmpty()) {
      notes.missing(SmartctlOutput.NAME, "the device could not be opened, or it sleeps");
    }
    notes.passed(Json.flag(root.path("smart_status").path("passed")));
    if ((exit & FAILING) != 0) {
      notes.passed(false);
    }
  }

  private void identity() {
    notes.model(Json.text(root.path("model_name")));
    notes.model(Json.text(root.path("scsi_model_name")));
    String vendor = Objects.toString(Json.text(root.path("scsi_vendor")), "");
    String product = Json.text(root.path("scsi_product"));
    notes.model(product == null ? null : vendor + " " + product);
    notes.serial(Json.text(root.path("serial_number")));
    notes.firmware(Json.text(root.path("firmware_version")));
    notes.firmware(Json.text(root.path("scsi_revision")));
    notes.put(DriveFact.CAPACITY, Json.whole(root.path("user_capacity").path("bytes")));
    JsonNode namespace = root.path("nvme_namespaces").path(0);
    if (root.path("nvme_namespaces").size() == 1) {
      notes.put(DriveFact.CAPACITY, Json.whole(namespace.path("size").path("bytes")));
      notes.put(DriveFact.LOGICAL_BLOCK, Json.whole(namespace.path("formatted_lba_size")));
    }
    notes.put(DriveFact.CAPACITY, positive(root.path("nvme_total_capacity")));
    notes.put(DriveFact.LOGICAL_BLOCK, Json.whole(root.path("logical_block_size")));
    notes.put(DriveFact.PHYSICAL_BLOCK, Json.whole(root.path("physical_block_size")));
    notes.put(DriveFact.ROTATION, Json.whole(root.path("rotation_rate")));
    notes.put(DriveFact.PROTECTION_TYPE, positive(root.path("scsi_protection_type")));
    JsonNode pci = root.path("nvme_pci_vendor");
    notes.put(DriveFact.PCI_VENDOR, Json.whole(pci.path("id")));
    notes.put(DriveFact.PCI_SUBSYSTEM_VENDOR, Json.whole(pci.path("subsystem_id")));
    Boolean cache = Json.flag(root.path("write_cache").path("enabled"));
    if (cache != null) {
      notes.cache(cache ? DeviceCache.ENABLED : DeviceCache.DISABLED);
    }
  }

  private void nvme() {
    JsonNode log = root.path("nvme_smart_health_information_log");
    NVME.forEach((key, fact) -> notes.put(fact, Json.whole(log.path(key))));
    notes.used(Json.whole(log.path("percentage_used")), "NVMe health log");
    notes.units(DriveFact.WRITTEN, Json.whole(log.path("data_units_written")));
    notes.units(DriveFact.READ, Json.whole(log.path("data_units_read")));
    notes.celsius(DriveFact.TEMPERATURE, Json.number(log.path("temperature")));
    JsonNode sensors = log.path("temperature_sensors");
    notes.celsius(DriveFact.SENSOR_1, Json.number(sensors.path(0)));
    notes.celsius(DriveFact.SENSOR_2, Json.number(sensors.path(1)));
    JsonNode limits = root.path("nvme_composite_temperature_threshold");
    notes.celsius(DriveFact.TEMPERATURE_WARNING, Json.number(limits.path("warning")));
    notes.celsius(DriveFact.TEMPERATURE_CRITICAL, Json.number(limits.path("critical")));
  }

  private void scsi() {
    JsonNode log = root.path("scsi_error_counter_log");
    JsonNode read = log.path("read");
    JsonNode write = log.path("write");
    notes.put(DriveFact.READ_CORRECTED, Json.whole(read.path("total_errors_corrected")));
    notes.put(DriveFact.WRITE_CORRECTED, Json.whole(write.path("total_errors_corrected")));
    ScsiErrors.note(
        notes,
        Json.whole(read.path("total_uncorrected_errors")),
        Json.whole(write.path("total_uncorrected_errors")),
        Json.whole(log.path("verify").path("total_uncorrected_errors")));
    notes.put(DriveFact.READ, Json.scaled(read.path("gigabytes_processed"), GIGABYTE));
    notes.put(DriveFact.WRITTEN, Json.scaled(write.path("gigabytes_processed"), GIGABYTE));
    notes.put(DriveFact.GROWN_DEFECTS, Json.whole(root.path("scsi_grown_defect_list")));
    notes.put(DriveFact.PENDING, Json.whole(root.path("scsi_pending_defects").path("count")));
    notes.used(
        Json.whole(root.path("scsi_percentage_used_endurance_indicator")), "SCSI endurance log");
  }

  /** Keys that smartctl writes for all kinds of drives. */
  private void common() {
    notes.used(Json.whole(root.path("endurance_used").path("current_percent")), "endurance log");
    JsonNode spare = root.path("spare_available");
    notes.put(DriveFact.SPARE, Json.whole(spare.path("current_percent")));
    notes.put(DriveFact.SPARE_THRESHOLD, Json.whole(spare.path("threshold_percent")));
    notes.put(DriveFact.POWER_ON, Json.whole(root.path("power_on_time").path("hours")));
    notes.put(DriveFact.POWER_CYCLES, Json.whole(root.path("power_cycle_count")));
    JsonNode temperature = root.path("temperature");
    Long current = Json.number(temperature.path("current"));
    Long trip = positiveNumber(temperature.path("drive_trip"));
    if (trip == null) {
      trip = positiveNumber(root.path("scsi_temperature").path("drive_trip"));
    }
    boolean told = current != null && (current != 0 || trip != null || !isScsi());
    notes.celsius(DriveFact.TEMPERATURE, told ? current : null);
    notes.celsius(DriveFact.TEMPERATURE_CRITICAL, trip);
    Long limit = positiveNumber(temperature.path("op_limit_max"));
    notes.celsius(DriveFact.TEMPERATURE_WARNING, limit);
    notes.celsius(DriveFact.TEMPERATURE_CRITICAL, positiveNumber(temperature.path("limit_max")));
  }

  private boolean isScsi() {
    return "SCSI".equals(Json.text(root.path("device").path("protocol")));
  }

  /** The statistics log of ATA, whose pages mean the same for all vendors: ACS-4, 9.5. */
  private void statistics() {
    for (JsonNode page : root.path("ata_device_statistics").path("pages").values()) {
      for (JsonNode row : page.path("table").values()) {
        boolean valid = !Boolean.FALSE.equals(Json.flag(row.path("flags").path("valid")));
        String name = Json.text(row.path("name"));
        if (valid && name != null) {
          AtaStatistics.note(notes, name, Json.number(row.path("value")));
        }
      }
    }
  }

  private void attributes() {
    for (JsonNode row : root.path("ata_smart_attributes").path("table").values()) {
      String name = Json.text(row.path("name"));
      if (name != null) {
        JsonNode raw = row.path("raw");
        notes.attribute(
            new DriveAttribute(
                Json.small(row.path("id")),
                name,
                Json.small(row.path("value")),
                Json.small(row.path("worst")),
                Json.small(row.path("thresh")),
                count(raw),
                Json.text(raw.path("string")),
                blankAsNull(Json.text(row.path("when_failed")))));
      }
    }
    AtaAttributes.note(notes, Json.flag(root.path("in_smartctl_database")));
  }

  /** The count in a raw value; in a composite one smartmontools writes it first. */
  private static @Nullable Long count(JsonNode raw) {
    String text = Json.text(raw.path("string"));
    return text == null ? Json.number(raw.path("value")) : leading(text);
  }

  static @Nullable Long leading(String text) {
    Matcher matcher = LEADING.matcher(text.strip());
    return matcher.matches() ? Long.valueOf(matcher.group(1)) : null;
  }

  private static @Nullable String blankAsNull(@Nullable String text) {
    return text == null || text.isBlank() || text.equals("-") ? null : text;
  }

  private static @Nullable BigInteger positive(JsonNode node) {
    BigInteger whole = Json.whole(node);
    return whole == null || whole.signum() <= 0 ? null : whole;
  }

  private static @Nullable Long positiveNumber(JsonNode node) {
    Long number = Json.number(node);
    return number == null || number <= 0 ? null : number;
  }
}
