package io.osdqualify.device.smart;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Missing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NvmeOutputTest {

  @Test
  void theHealthLogOf1xHasNumbersAndKelvin() {
    DriveHealth health =
        NvmeSmartLog.parse(
            """
            {"critical_warning": 16, "temperature": 310, "avail_spare": 90, "spare_thresh": 5,
             "percent_used": 130, "data_units_written": 3, "power_on_hours": 40,
             "temperature_sensor_1": 320, "temperature_sensor_2": 0,
             "thm_temp1_trans_count": 6, "thm_temp2_total_time": 7}
            """);
    assertThat(health.facts())
        .containsEntry(DriveFact.CRITICAL_WARNING, 16L)
        .containsEntry(DriveFact.TEMPERATURE, 37L)
        .containsEntry(DriveFact.SENSOR_1, 47L)
        .containsEntry(DriveFact.USED, 130L)
        .containsEntry(DriveFact.SPARE_THRESHOLD, 5L)
        .containsEntry(DriveFact.WRITTEN, 1_536_000L)
        .containsEntry(DriveFact.THROTTLE_1_COUNT, 6L)
        .containsEntry(DriveFact.THROTTLE_2_TIME, 7L)
        .doesNotContainKeys(DriveFact.SENSOR_2, DriveFact.MEDIA_ERRORS);
    assertThat(health.passed()).isNull();
  }

  @Test
  void theHealthLogOf2xHasTextsAndObjects() {
    DriveHealth health =
        NvmeSmartLog.parse(
            """
            {"critical_warning": {"value": 1, "available_spare": 1}, "temperature": 36,
             "media_errors": "0x10", "data_units_written": "18446744073709551616"}
            """);
    assertThat(health.facts())
        .containsEntry(DriveFact.CRITICAL_WARNING, 1L)
        .containsEntry(DriveFact.TEMPERATURE, 36L)
        .containsEntry(DriveFact.MEDIA_ERRORS, 16L)
        .doesNotContainKey(DriveFact.WRITTEN);
    assertThat(health.missing()).extracting(Missing::what).containsExactly("written_bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[1]", "{\"error\": \"No such device\"}", "{\"a\": "})
  void whatIsNoLogIsUnknownWithAReason(String output) {
    assertThat(NvmeSmartLog.parse(output).facts()).isEmpty();
    assertThat(NvmeSmartLog.parse(output).missing()).hasSize(1);
    assertThat(NvmeController.parse(output).missing()).hasSize(1);
    assertThat(NvmeNamespace.parse(output)).isEmpty();
    assertThat(NvmeController.cacheFeature(output)).isEqualTo(DeviceCache.UNKNOWN);
  }

  @Test
  void aControllerTellsWhoItIsAndItsLimits() {
    DriveHealth health =
        NvmeController.parse(
            """
            {"vid": 32902, "ssvid": 4136, "sn": "SN1   ", "mn": "MODEL 1  ", "fr": "F1",
             "mdts": 5, "wctemp": 343, "cctemp": 0, "tnvmcap": "1600321314816", "vwc": 6}
            """);
    assertThat(health.serial()).isEqualTo("SN1");
    assertThat(health.model()).isEqualTo("MODEL 1");
    assertThat(health.writeCache()).isEqualTo(DeviceCache.NONE);
    assertThat(health.facts())
        .containsEntry(DriveFact.PCI_VENDOR, 0x8086L)
        .containsEntry(DriveFact.MAX_TRANSFER, 131_072L)
        .containsEntry(DriveFact.TEMPERATURE_WARNING, 70L)
        .containsEntry(DriveFact.CAPACITY, 1_600_321_314_816L)
        .doesNotContainKey(DriveFact.TEMPERATURE_CRITICAL);
  }

  @Test
  void aMissingWordOnTheCacheIsNoNo() {
    String silent = "{\"sn\": \"S\", \"mdts\": 0}";
    assertThat(NvmeController.parse(silent).writeCache()).isEqualTo(DeviceCache.UNKNOWN);
    assertThat(NvmeController.parse(silent).facts()).isEmpty();
    assertThat(NvmeController.parse("{\"vwc\": 7}").writeCache()).isEqualTo(DeviceCache.UNKNOWN);
  }

  @Test
  void theFeatureTellsTheStateOfTheCache() {
    assertThat(
            NvmeController.cacheFeature(
                "get-feature:0x06 (Volatile Write Cache), Current value:0x00000001\n"))
        .isEqualTo(DeviceCache.ENABLED);
    assertThat(NvmeController.cacheFeature("get-feature:0x6 (x), Current value:00000000"))
        .isEqualTo(DeviceCache.DISABLED);
  }

  @Test
  void theListOf1xHasPathsAndNumbers() {
    assertThat(
            NvmeNamespace.parse(
                """
                {"Devices": [{"NameSpace": 9222, "DevicePath": "/dev/nvme0n2", "Firmware": "2",
                  "ModelNumber": "ARRAY ", "SerialNumber": "AA", "PhysicalSize": 5368709120,
                  "SectorSize": 512}]}
                """))
        .containsExactly(
            new NvmeNamespace(
                "nvme0n2", 9222L, "ARRAY", "AA", "2", null, null, 5_368_709_120L, 512L));
  }

  @Test
  void theListOf2xNestsNamespacesUnderControllerOrSubsystem() {
    var list =
        NvmeNamespace.parse(
            """
            {"Devices": [{"Subsystems": [
              {"Controllers": [{"ModelNumber": "REAL", "SerialNumber": "R1", "Transport": "pcie",
                "Address": "0000:02:00.0",
                "Namespaces": [{"NameSpace": "nvme0n1", "NSID": 1, "PhysicalSize": 4096}]}],
               "Namespaces": []},
              {"Controllers": [{"ModelNumber": "Linux", "Transport": "loop", "Namespaces": [],
                "Paths": [{"Path": "nvme1c1n1"}]}],
               "Namespaces": [{"NameSpace": "nvme1n1", "NSID": 3},
                              {"NameSpace": "nvme1c1n1", "NSID": 3}]}]}]}
            """);
    assertThat(list).extracting(NvmeNamespace::name).containsExactly("nvme0n1", "nvme1n1");
    assertThat(list).extracting(NvmeNamespace::isLocal).containsExactly(true, false);
    assertThat(list.get(0).address()).isEqualTo("0000:02:00.0");
    assertThat(list.get(1).id()).isEqualTo(3);
  }
}
