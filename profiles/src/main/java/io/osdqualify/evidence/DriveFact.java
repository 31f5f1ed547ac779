package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** A number that a drive tells of itself. The key carries the unit; counts have none. */
public enum DriveFact {
  CAPACITY("capacity_bytes"),
  LOGICAL_BLOCK("logical_block_bytes"),
  PHYSICAL_BLOCK("physical_block_bytes"),
  /** 0 for a drive without moving parts. */
  ROTATION("rotation_per_minute"),
  /** T10 protection information, 1–3; absent where the drive is formatted without. */
  PROTECTION_TYPE("protection_type"),
  /** The longest transfer, where the smallest page of the controller is 4 KiB. */
  MAX_TRANSFER("max_transfer_bytes"),
  /** PCI vendor of an NVMe controller. */
  PCI_VENDOR("pci_vendor"),
  PCI_SUBSYSTEM_VENDOR("pci_subsystem_vendor"),

  /**
   * Bits of the NVMe health log: 0 spare below its threshold, 1 temperature, 2 reliability, 3 read
   * only, 4 the backup of the volatile memory failed, 5 persistent memory region. NVMe base
   * specification, SMART / Health Information.
   */
  CRITICAL_WARNING("critical_warning_bits"),
  /** Of the rated endurance; can exceed 100. */
  USED("used_percent"),
  SPARE("spare_percent"),
  SPARE_THRESHOLD("spare_threshold_percent"),

  /** Of NVMe; of ATA the uncorrectable errors reported; of SCSI all uncorrected ones. */
  MEDIA_ERRORS("media_errors"),
  READ_UNCORRECTED("read_uncorrected"),
  WRITE_UNCORRECTED("write_uncorrected"),
  VERIFY_UNCORRECTED("verify_uncorrected"),
  READ_CORRECTED("read_corrected"),
  WRITE_CORRECTED("write_corrected"),
  /** Sectors that an ATA drive could not read in its own scan. */
  OFFLINE_UNCORRECTABLE("offline_uncorrectable"),
  PENDING("pending_sectors"),
  REALLOCATED("reallocated_sectors"),
  GROWN_DEFECTS("grown_defects"),
  /** Errors on the cable between drive and host. */
  CRC_ERRORS("crc_errors"),
  PROGRAM_FAILS("program_fails"),
  ERASE_FAILS("erase_fails"),
  /** Entries of the error log; most drives also count commands there that a host got wrong. */
  ERROR_LOG_ENTRIES("error_log_entries"),

  POWER_ON("power_on_hours"),
  POWER_CYCLES("power_cycles"),
  UNSAFE_SHUTDOWNS("unsafe_shutdowns"),
  WRITTEN("written_bytes"),
  READ("read_bytes"),
  WRITE_COMMANDS("write_commands"),
  READ_COMMANDS("read_commands"),

  TEMPERATURE("temperature_celsius"),
  TEMPERATURE_WARNING("temperature_warning_celsius"),
  TEMPERATURE_CRITICAL("temperature_critical_celsius"),
  SENSOR_1("sensor_1_celsius"),
  SENSOR_2("sensor_2_celsius"),
  WARNING_TIME("warning_temperature_minutes"),
  CRITICAL_TIME("critical_temperature_minutes"),
  /** How often an NVMe drive throttled lightly, and heavily. */
  THROTTLE_1_COUNT("throttle_1_count"),
  THROTTLE_2_COUNT("throttle_2_count"),
  THROTTLE_1_TIME("throttle_1_seconds"),
  THROTTLE_2_TIME("throttle_2_seconds"),

  /** One of a newer program, while a result is read; never part of a {@link DriveHealth}. */
  OTHER("other");

  private final String key;

  DriveFact(String key) {
    this.key = key;
  }

  /** The fact with this key. */
  static DriveFact of(String key) {
    return Arrays.stream(values()).filter(fact -> fact.key.equals(key)).findFirst().orElse(OTHER);
  }

  /** The name in JSON. */
  @JsonValue
  public String key() {
    return key;
  }
}
