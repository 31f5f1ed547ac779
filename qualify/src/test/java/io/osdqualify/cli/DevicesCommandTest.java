package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.osdqualify.device.DriveLink;
import io.osdqualify.device.DriveListing;
import io.osdqualify.device.DriveListing.Answer;
import io.osdqualify.device.Finding;
import io.osdqualify.device.OsdUse;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class DevicesCommandTest {

  private static final JsonMapper JSON = new JsonMapper();

  private static final DriveHealth WORN =
      new DriveHealth(
          List.of(new Tool("smartctl", "7.4"), new Tool("nvme", "unknown")),
          "MAKER DC",
          "S1",
          "F1",
          true,
          DeviceCache.ENABLED,
          Map.of(
              DriveFact.USED, 255L,
              DriveFact.SPARE, 0L,
              DriveFact.SPARE_THRESHOLD, 10L,
              DriveFact.MEDIA_ERRORS, 536L,
              DriveFact.REALLOCATED, 0L,
              DriveFact.WRITTEN, 94_678_652_928_000L,
              DriveFact.POWER_ON, 12_164L,
              DriveFact.TEMPERATURE, 41L),
          "NVMe health log",
          List.of(new DriveAttribute(175, "Power_Loss_Cap_Test", 5, 5, 10, 650L, "650", "now")),
          List.of(new Missing("nvme get-feature", "nvme did not end within 20 s")));

  private static final DriveListing FREE =
      new DriveListing(
          "nvme1n1",
          "/dev/nvme1n1",
          List.of("/dev/disk/by-id/nvme-MAKER_DC_S1", "/dev/disk/by-id/nvme-eui.01"),
          List.of(),
          "MAKER DC\u001b[2J",
          "S1",
          "eui.01",
          "F1",
          1_920_383_410_176L,
          512,
          4096,
          "nvme",
          new DriveLink("pcie", "8.0 GT/s", "16.0 GT/s", 4, 4, true),
          1,
          "write back",
          DeviceCache.ENABLED,
          true,
          "none",
          false,
          true,
          null,
          WORN,
          List.of(),
          List.of(),
          0,
          Answer.YES,
          List.of(),
          List.of());

  private static final DriveListing USED =
      new DriveListing(
          "sda",
          "/dev/sda",
          List.of(),
          List.of("sda", "sdb"),
          null,
          null,
          null,
          null,
          480_103_981_056L,
          512,
          512,
          "sata",
          null,
          null,
          null,
          DeviceCache.UNKNOWN,
          null,
          null,
          null,
          null,
          "a volume of a RAID controller",
          DriveHealth.unknown("smartctl", "smartctl is not installed"),
          List.of("the LVM volume ceph-db/osd-db-1 (dm-2) is made of it"),
          List.of(new OsdUse("7", "db", "dm-2", null), new OsdUse("8", "wal", "dm-2", "c")),
          2,
          Answer.REQUALIFY,
          List.of(
              new Finding(
                  Finding.Rule.HOLDER,
                  "the LVM volume ceph-db/osd-db-1 (dm-2) is made of it",
                  "lsblk /dev/sda",
                  "lvchange -an ceph-db/osd-db-1"),
              new Finding(Finding.Rule.OWNER, "ceph-osd has it open for writing", "ls", null)),
          List.of("a note"));

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(boolean unicode, List<DriveListing> drives, String... words) throws IOException {
    DevicesCommand command = new DevicesCommand(() -> drives);
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console(stream, stream, false, false, false, unicode, 80);
    return command.execute(Arguments.parse(command, List.of(words)), console);
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void eachDriveHasABlock() throws Exception {
    assertThat(run(true, List.of(FREE, USED))).isZero();
    assertThat(text())
        .contains(
            """
            /dev/nvme1n1 · MAKER DC?[2J · 1.92 TB
              may test  yes
              identity  serial S1 · firmware F1 · eui.01
              by-id     /dev/disk/by-id/nvme-MAKER_DC_S1
              attached  nvme · PCIe 8.0 GT/s ×4 of 16.0 GT/s ×4: below what it can do · NUMA node 1
              queue     blocks of 512 B, physical 4096 · not rotating · scheduler none · discard · FUA
              cache     kernel: write back · drive: enabled
            """)
        .contains("calls itself passed · 255 % used · spare 0 % (limit 10 %)")
        .contains("capacitor test FAILED (limit 10)")
        .contains("536 media errors")
        .contains("94.7 TB written")
        .contains("by smartctl 7.4, nvme")
        .contains("not known: nvme did not end within 20 s")
        .contains(
            """
              may test  only requalify, because the LVM volume ceph-db/osd-db-1 (dm-2) is made of it (and 1
                        more)
            """)
        .contains("health    unknown: smartctl is not installed")
        .contains("used      2 OSDs depend on it: osd.7 (db), osd.8 (wal)")
        .contains("paths sda, sdb")
        .contains("2 drives: 1 may be tested, 1 only requalified, 0 not at all.")
        .doesNotContain("no errors", "null", "\u001b");
  }

  @Test
  void eightDrivesFitThePage() throws Exception {
    List<DriveListing> eight =
        IntStream.range(0, 8).mapToObj(i -> i % 2 == 0 ? FREE : USED).toList();
    assertThat(run(true, eight)).isZero();
    assertThat(text().lines()).hasSizeLessThan(100).allMatch(line -> line.length() <= 100);
  }

  @Test
  void aPlainConsoleGetsPlainCharacters() throws Exception {
    assertThat(run(false, List.of(FREE, USED))).isZero();
    assertThat(text().chars()).allMatch(c -> c < 0x80);
  }

  @Test
  void aMachineWithoutDrivesSaysSo() throws Exception {
    assertThat(run(true, List.of())).isZero();
    assertThat(text()).isEqualTo("No drive is found on this machine.\n");
  }

  @Test
  void theJsonIsAsThePublishedSchemaSaysToTheLastKey() throws Exception {
    assertThat(run(true, List.of(FREE, USED), "--json")).isZero();
    assertThat(problems(strict(), JSON.readTree(text()))).isEmpty();
    JsonNode drive = JSON.readTree(text()).path("drives").get(0);
    assertThat(drive.path("health").path("facts").path("used_percent").asInt()).isEqualTo(255);
    assertThat(drive.path("mayBeTested").asString()).isEqualTo("yes");
    assertThat(drive.path("link").path("reduced").asBoolean()).isTrue();
    JsonNode used = JSON.readTree(text()).path("drives").get(1);
    assertThat(used.path("because").get(0).path("rule").asString()).isEqualTo("holder");
    assertThat(used.has("serial")).isFalse();
  }

  @Test
  void theSchemaKnowsEveryFact() throws Exception {
    Map<DriveFact, Long> all = new EnumMap<>(DriveFact.class);
    Arrays.stream(DriveFact.values()).forEach(fact -> all.put(fact, 1L));
    DriveHealth none = DriveHealth.UNKNOWN;
    DriveHealth health =
        new DriveHealth(
            none.sources(),
            null,
            null,
            null,
            null,
            DeviceCache.NONE,
            all,
            null,
            none.attributes(),
            none.missing());
    ObjectNode report = (ObjectNode) JSON.readTree(JSON.writeValueAsString(health));
    JsonNode schema = strict().path("$defs").path("health");
    assertThat(problems(schema, report)).isEmpty();
    assertThat(health.facts()).hasSize(DriveFact.values().length - 1);
    assertThat(schema.path("properties").path("facts").path("properties").size())
        .isEqualTo(health.facts().size());
  }

  private static List<?> problems(JsonNode schema, JsonNode json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema)
        .validate(json);
  }

  /** The published schema, but an object with listed keys has no others. */
  private static JsonNode strict() throws IOException {
    JsonNode schema = JSON.readTree(Files.readString(Path.of("../docs/devices.schema.json")));
    close(schema);
    return schema;
  }

  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object && object.path("type").asString("").equals("object")) {
      object.put("additionalProperties", false);
    }
    node.forEach(DevicesCommandTest::close);
  }
}
