package io.osdqualify.device.smart;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmartctlOutputTest {

  private static final String NVME =
      """
      {"smartctl": {"version": [7, 4], "exit_status": 0}, "device": {"protocol": "NVMe"},
       "model_name": "MAKER DC1  ", "serial_number": "S1\\u0000", "firmware_version": "F1",
       "nvme_pci_vendor": {"id": 4660, "subsystem_id": 22136},
       "nvme_total_capacity": 960197124096,
       "nvme_namespaces": [{"id": 1, "size": {"bytes": 960197124096}, "formatted_lba_size": 4096}],
       "nvme_composite_temperature_threshold": {"warning": 70, "critical": 80},
       "smart_status": {"passed": true, "nvme": {"value": 0}},
       "nvme_smart_health_information_log": {"critical_warning": 4, "temperature": 41,
        "available_spare": 3, "available_spare_threshold": 10, "percentage_used": 255,
        "data_units_read": 7, "data_units_written": 2000, "host_reads": 11, "host_writes": 12,
        "power_cycles": 13, "power_on_hours": 14, "unsafe_shutdowns": 15, "media_errors": 16,
        "num_err_log_entries": 17, "warning_temp_time": 18, "critical_comp_time": 19,
        "temperature_sensors": [42, 43]}}
      """;

  private static long fact(DriveHealth health, DriveFact fact) {
    Long value = health.get(fact);
    assertThat(value).as(fact.key()).isNotNull();
    return value == null ? -1 : value;
  }

  @Test
  void anNvmeDriveTellsItsHealthLog() {
    DriveHealth health = SmartctlOutput.parse(NVME);
    assertThat(health.sources()).containsExactly(new Tool("smartctl", "7.4"));
    assertThat(health.model()).isEqualTo("MAKER DC1");
    assertThat(health.serial()).isEqualTo("S1");
    assertThat(health.firmware()).isEqualTo("F1");
    assertThat(health.passed()).isTrue();
    assertThat(health.usedBy()).isEqualTo("NVMe health log");
    assertThat(health.writeCache()).isEqualTo(DeviceCache.UNKNOWN);
    assertThat(health.facts())
        .containsEntry(DriveFact.CAPACITY, 960_197_124_096L)
        .containsEntry(DriveFact.LOGICAL_BLOCK, 4096L)
        .containsEntry(DriveFact.PCI_VENDOR, 0x1234L)
        .containsEntry(DriveFact.PCI_SUBSYSTEM_VENDOR, 0x5678L)
        .containsEntry(DriveFact.CRITICAL_WARNING, 4L)
        .containsEntry(DriveFact.USED, 255L)
        .containsEntry(DriveFact.SPARE, 3L)
        .containsEntry(DriveFact.SPARE_THRESHOLD, 10L)
        .containsEntry(DriveFact.WRITTEN, 1_024_000_000L)
        .containsEntry(DriveFact.READ, 3_584_000L)
        .containsEntry(DriveFact.POWER_CYCLES, 13L)
        .containsEntry(DriveFact.POWER_ON, 14L)
        .containsEntry(DriveFact.UNSAFE_SHUTDOWNS, 15L)
        .containsEntry(DriveFact.MEDIA_ERRORS, 16L)
        .containsEntry(DriveFact.ERROR_LOG_ENTRIES, 17L)
        .containsEntry(DriveFact.WARNING_TIME, 18L)
        .containsEntry(DriveFact.CRITICAL_TIME, 19L)
        .containsEntry(DriveFact.TEMPERATURE, 41L)
        .containsEntry(DriveFact.SENSOR_2, 43L)
        .containsEntry(DriveFact.TEMPERATURE_WARNING, 70L)
        .containsEntry(DriveFact.TEMPERATURE_CRITICAL, 80L)
        .doesNotContainKeys(DriveFact.PHYSICAL_BLOCK, DriveFact.REALLOCATED);
  }

  @Test
  void aControllerWithManyNamespacesHasTheCapacityOfAllAndNoBlockSize() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            {"model_name": "M", "nvme_total_capacity": 8000000000000,
             "nvme_namespaces": [{"id": 1, "size": {"bytes": 4}, "formatted_lba_size": 512},
                                 {"id": 2, "size": {"bytes": 5}, "formatted_lba_size": 4096}]}
            """);
    assertThat(health.facts()).containsEntry(DriveFact.CAPACITY, 8_000_000_000_000L);
    assertThat(health.facts()).doesNotContainKey(DriveFact.LOGICAL_BLOCK);
    assertThat(health.sources()).containsExactly(new Tool("smartctl", "unknown"));
  }

  @Test
  void aScsiDriveTellsItsUncorrectedErrorsThoughItPassed() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            {"smartctl": {"version": [7, 3]}, "device": {"protocol": "SCSI"},
             "scsi_vendor": "ACME", "scsi_product": "FAST15", "scsi_revision": "R2",
             "user_capacity": {"bytes": 1000}, "rotation_rate": 15000,
             "scsi_protection_type": 2, "scsi_grown_defect_list": 7,
             "scsi_percentage_used_endurance_indicator": 4,
             "temperature": {"current": 33, "drive_trip": 68}, "smart_status": {"passed": true},
             "scsi_error_counter_log": {
              "read": {"total_errors_corrected": 5, "gigabytes_processed": "2.500",
                       "total_uncorrected_errors": 2},
              "write": {"total_errors_corrected": 6, "gigabytes_processed": "1.25",
                        "total_uncorrected_errors": 30}}}
            """);
    assertThat(health.model()).isEqualTo("ACME FAST15");
    assertThat(health.passed()).isTrue();
    assertThat(health.usedBy()).isEqualTo("SCSI endurance log");
    assertThat(health.facts())
        .containsEntry(DriveFact.MEDIA_ERRORS, 32L)
        .containsEntry(DriveFact.WRITE_UNCORRECTED, 30L)
        .containsEntry(DriveFact.GROWN_DEFECTS, 7L)
        .containsEntry(DriveFact.WRITTEN, 1_250_000_000L)
        .containsEntry(DriveFact.READ, 2_500_000_000L)
        .containsEntry(DriveFact.ROTATION, 15_000L)
        .containsEntry(DriveFact.PROTECTION_TYPE, 2L)
        .containsEntry(DriveFact.TEMPERATURE_CRITICAL, 68L)
        .containsEntry(DriveFact.USED, 4L);
  }

  @Test
  void aScsiTemperatureOf0WithoutALimitIsUnknown() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            {"device": {"protocol": "SCSI"}, "serial_number": "X", "temperature": {"current": 0},
             "scsi_temperature": {"drive_trip": 0}}
            """);
    assertThat(health.facts()).isEmpty();
  }

  private static DriveHealth ata(String known, String... attributes) {
    return SmartctlOutput.parse(
        "{\"serial_number\": \"A\", "
            + known
            + "\"ata_smart_attributes\": {\"table\": ["
            + String.join(",", attributes)
            + "]}}");
  }

  private static String attribute(int id, String name, int value, String raw) {
    return """
           {"id": %d, "name": "%s", "value": %d, "worst": %d, "thresh": 10, "when_failed": "",
            "raw": {"value": 281474976710655, "string": "%s"}}
           """
        .formatted(id, name, value, value, raw);
  }

  @ParameterizedTest
  @CsvSource({
    "233, Media_Wearout_Indicator, 97, 3",
    "177, Wear_Leveling_Count, 60, 40",
    "231, SSD_Life_Left, 1, 99",
    "202, Percent_Lifetime_Remain, 88, 12",
    "202, Percent_Lifetime_Used, 88, 12",
    "230, Media_Wearout_Indicator, 21, 21"
  })
  void wearHasTheDirectionOfItsAttribute(int id, String name, int value, int used) {
    DriveHealth health = ata("", attribute(id, name, value, "12"));
    assertThat(fact(health, DriveFact.USED)).isEqualTo(used);
    assertThat(health.usedBy()).isEqualTo("attribute " + id + " " + name);
  }

  @ParameterizedTest
  @CsvSource({
    "177, Wear_Range_Delta, 99",
    "233, Unknown_Wear, 50",
    "231, Media_Wearout_Indicator, 50",
    "177, Wear_Leveling_Count, 200"
  })
  void wearOfAnUnknownDirectionStaysUnknown(int id, String name, int value) {
    DriveHealth health = ata("", attribute(id, name, value, "12"));
    assertThat(health.facts()).doesNotContainKey(DriveFact.USED);
    assertThat(health.missing())
        .containsExactly(
            new Missing("used_percent", "which way " + id + " " + name + " counts is unknown"));
  }

  @Test
  void theNamesOfADriveThatTheDatabaseDoesNotHaveAreNotBelieved() {
    DriveHealth health =
        ata(
            "\"in_smartctl_database\": false, ",
            attribute(233, "Media_Wearout_Indicator", 97, "0"),
            attribute(241, "Total_LBAs_Written", 100, "5"),
            attribute(5, "Reallocated_Sector_Ct", 100, "8"));
    assertThat(health.facts()).doesNotContainKeys(DriveFact.USED, DriveFact.WRITTEN);
    assertThat(fact(health, DriveFact.REALLOCATED)).isEqualTo(8);
    assertThat(health.missing())
        .extracting(Missing::what)
        .contains("used_percent", "written_bytes");
  }

  @Test
  void attribute233ThatCountsWritesIsNoWear() {
    DriveHealth health = ata("", attribute(233, "Total_LBAs_Written", 100, "3000"));
    assertThat(health.facts())
        .containsEntry(DriveFact.WRITTEN, 1_536_000L)
        .doesNotContainKey(DriveFact.USED);
  }

  @Test
  void ofSeveralWearAttributesTheWorstCounts() {
    DriveHealth health =
        ata(
            "",
            attribute(177, "Wear_Leveling_Count", 95, "12"),
            attribute(231, "SSD_Life_Left", 80, "80"));
    assertThat(fact(health, DriveFact.USED)).isEqualTo(20);
  }

  @Test
  void theStatisticsLogIsBelievedBeforeAttributes() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            {"logical_block_size": 4096, "ata_device_statistics": {"pages": [{"table": [
              {"name": "Percentage Used Endurance Indicator", "value": 6, "flags": {"valid": true}},
              {"name": "Logical Sectors Written", "value": 10, "flags": {"valid": true}},
              {"name": "Number of Interface CRC Errors", "value": 9, "flags": {"valid": false}}]}]},
             "ata_smart_attributes": {"table": [
              {"id": 231, "name": "SSD_Life_Left", "value": 1, "raw": {"string": "1"}}]}}
            """);
    assertThat(health.facts())
        .containsEntry(DriveFact.USED, 6L)
        .containsEntry(DriveFact.WRITTEN, 40_960L)
        .doesNotContainKey(DriveFact.CRC_ERRORS);
    assertThat(health.usedBy()).isEqualTo("ATA device statistics");
  }

  @Test
  void theCountOfACompositeRawValueIsItsFirstNumber() {
    DriveHealth health =
        ata(
            "",
            attribute(9, "Power_On_Hours", 99, "1234h+56m+07.890s"),
            attribute(190, "Airflow_Temperature_Cel", 70, "30 (Min/Max 20/45)"),
            attribute(199, "CRC_Error_Count", 100, "0x00ff"),
            attribute(241, "Host_Writes_32MiB", 100, "4"));
    assertThat(health.facts())
        .containsEntry(DriveFact.POWER_ON, 1234L)
        .containsEntry(DriveFact.TEMPERATURE, 30L)
        .containsEntry(DriveFact.WRITTEN, 134_217_728L)
        .doesNotContainKey(DriveFact.CRC_ERRORS);
  }

  @Test
  void aCapacitorIsKnownByNameAndNotByNumber() {
    DriveHealth health =
        ata(
            "",
            attribute(175, "Power_Loss_Cap_Test", 10, "650 (17 9013)"),
            attribute(235, "POR_Recovery_Count", 99, "21"));
    assertThat(health.capacitors()).extracting(DriveAttribute::id).containsExactly(175);
    assertThat(health.capacitors().get(0).isFailed()).isTrue();
    assertThat(fact(health, DriveFact.UNSAFE_SHUTDOWNS)).isEqualTo(21);
  }

  @Test
  void whatSmartctlComplainsOfIsAReason() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            sudo: unable to resolve host
            {"smartctl": {"version": [7, 3], "exit_status": 2, "messages": [
              {"string": "Smartctl open device: /dev/sda failed: Permission denied",
               "severity": "error"}, {"string": "a hint", "severity": "information"}]}}
            """);
    assertThat(health.missing())
        .containsExactly(
            new Missing("smartctl", "Smartctl open device: /dev/sda failed: Permission denied"));
  }

  @Test
  void theBitOfAFailingDriveInTheExitStatusCounts() {
    assertThat(SmartctlOutput.parse("{\"smartctl\": {\"exit_status\": 8}}").passed()).isFalse();
    assertThat(SmartctlOutput.parse("{\"smartctl\": {\"exit_status\": 64}}").passed()).isNull();
  }

  @Test
  void theCacheAloneIsAnAnswer() {
    assertThat(SmartctlOutput.parse("{\"write_cache\": {\"enabled\": false}}").writeCache())
        .isEqualTo(DeviceCache.DISABLED);
    assertThat(SmartctlOutput.parse("Write cache is:     Enabled\n").writeCache())
        .isEqualTo(DeviceCache.ENABLED);
  }

  @Test
  void numbersComeAsTextInHexAndTooLarge() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            {"nvme_smart_health_information_log": {"critical_warning": "0x1c",
             "data_units_written": "12", "media_errors": 340282366920938463463374607431768211455,
             "power_on_hours": -5, "host_reads": 1.5, "power_cycles": [1], "temperature": 4000}}
            """);
    assertThat(health.facts())
        .containsOnly(
            java.util.Map.entry(DriveFact.CRITICAL_WARNING, 28L),
            java.util.Map.entry(DriveFact.WRITTEN, 6_144_000L));
    assertThat(health.missing()).extracting(Missing::what).containsExactly("media_errors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "{",
        "[]",
        "{}",
        "null",
        "\ufffd\ufffd\u0000",
        "{\"smartctl\": 5}",
        "a: b"
      })
  void garbageIsUnknownWithAReason(String output) {
    DriveHealth health = SmartctlOutput.parse(output);
    assertThat(health.facts()).isEmpty();
    assertThat(health.passed()).isNull();
    assertThat(health.missing())
        .containsExactly(new Missing("smartctl", "its output can't be read"));
  }

  @Test
  void deepNestingIsGarbage() {
    assertThat(SmartctlOutput.parse("{\"a\":".repeat(100_000)).missing()).hasSize(1);
  }

  @Test
  void textOfAnNvmeDriveIsReadUnderAnyLocaleAndIndentation() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            > smartctl 7.2 2020-12-30 r5155 [x86_64-linux-5.10.0] (local build)
            >   Model Number:                       MAKER 980
            >   Serial Number:                      S9
            >   Namespace 1 Size/Capacity:          1.000.204.886.016 [1,00 TB]
            >   Namespace 1 Formatted LBA Size:     512
            >   Warning  Comp. Temp. Threshold:     81 Celsius
            >   SMART overall-health self-assessment test result: FAILED!
            >   Critical Warning:                   0x04
            >   Temperature:                        35 Celsius
            >   Available Spare:                    7%
            >   Percentage Used:                    103%
            >   Data Units Written:                 16\u00a0829\u202f004 [8,61 TB]
            >   Data Units Read:                    16'626'888 [8,51 TB]
            >   Host Read Commands:                 20,58,68,508
            >   Power Cycles:                       10\ufffd779
            >   Power On Hours:                     1\ufffd\ufffd290
            >   Unsafe Shutdowns:                   12 apples
            >   Media and Data Integrity Errors:    0
            """);
    assertThat(health.sources()).containsExactly(new Tool("smartctl", "7.2"));
    assertThat(health.model()).isEqualTo("MAKER 980");
    assertThat(health.passed()).isFalse();
    assertThat(health.facts())
        .containsEntry(DriveFact.CAPACITY, 1_000_204_886_016L)
        .containsEntry(DriveFact.LOGICAL_BLOCK, 512L)
        .containsEntry(DriveFact.TEMPERATURE_WARNING, 81L)
        .containsEntry(DriveFact.CRITICAL_WARNING, 4L)
        .containsEntry(DriveFact.SPARE, 7L)
        .containsEntry(DriveFact.USED, 103L)
        .containsEntry(DriveFact.WRITTEN, 16_829_004L * 512_000)
        .containsEntry(DriveFact.READ, 16_626_888L * 512_000)
        .containsEntry(DriveFact.READ_COMMANDS, 205_868_508L)
        .containsEntry(DriveFact.POWER_CYCLES, 10_779L)
        .containsEntry(DriveFact.POWER_ON, 1_290L)
        .containsEntry(DriveFact.MEDIA_ERRORS, 0L)
        .doesNotContainKey(DriveFact.UNSAFE_SHUTDOWNS);
    assertThat(health.missing())
        .containsExactly(new Missing("unsafe_shutdowns", "\"12 apples\" is no number"));
  }

  @Test
  void textOfAnAtaDriveIsRead() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            Device Model:     MAKER S4510
            Firmware Version: F7
            User Capacity:    480,103,981,056 bytes [480 GB]
            Sector Sizes:     512 bytes logical, 4096 bytes physical
            Rotation Rate:    Solid State Device
            Device is:        In smartctl database 7.3/5319
            SMART overall-health self-assessment test result: PASSED
            ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
              5 Reallocated_Sector_Ct   0x0032   100   100   000    Old_age   Always       -       3
            175 Power_Loss_Cap_Test     0x0033   100   100   010    Pre-fail  Always       -       650 (17 9013)
            233 Media_Wearout_Indicator 0x0032   091   091   000    Old_age   Always       -       0
            241 Host_Writes_32MiB       -O--CK   100   100   000    -    2
            """);
    assertThat(health.model()).isEqualTo("MAKER S4510");
    assertThat(health.facts())
        .containsEntry(DriveFact.CAPACITY, 480_103_981_056L)
        .containsEntry(DriveFact.PHYSICAL_BLOCK, 4096L)
        .containsEntry(DriveFact.ROTATION, 0L)
        .containsEntry(DriveFact.REALLOCATED, 3L)
        .containsEntry(DriveFact.USED, 9L)
        .containsEntry(DriveFact.WRITTEN, 2L << 25);
    assertThat(health.capacitors()).extracting(DriveAttribute::raw).containsExactly(650L);
  }

  @Test
  void textOfAScsiDriveIsRead() {
    DriveHealth health =
        SmartctlOutput.parse(
            """
            Vendor:               ACME
            Product:              FAST
            Revision:             R1
            User Capacity:        600,127,266,816 bytes [600 GB]
            Logical block size:   512 bytes
            Formatted with type 2 protection
            Rotation Rate:        10000 rpm
            SMART Health Status: FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=10]
            Percentage used endurance indicator: 3%
            Current Drive Temperature:     33 C
            Drive Trip Temperature:        68 C
            Accumulated power on time, hours:minutes 34222:09
            Elements in grown defect list: 12
            read:   5330255        1        41   5330297    5332649      11523.849           1
            write:         0        0      1973      1973     128473      11151.772         535
            """);
    assertThat(health.model()).isEqualTo("ACME FAST");
    assertThat(health.passed()).isFalse();
    assertThat(health.facts())
        .containsEntry(DriveFact.MEDIA_ERRORS, 536L)
        .containsEntry(DriveFact.WRITTEN, 11_151_772_000_000L)
        .containsEntry(DriveFact.GROWN_DEFECTS, 12L)
        .containsEntry(DriveFact.POWER_ON, 34_222L)
        .containsEntry(DriveFact.PROTECTION_TYPE, 2L)
        .containsEntry(DriveFact.ROTATION, 10_000L)
        .containsEntry(DriveFact.TEMPERATURE, 33L)
        .containsEntry(DriveFact.USED, 3L);
  }
}
