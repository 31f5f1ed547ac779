package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command on the machine that the tests run on. */
class DevicesIT {

  @TempDir private Path folder;

  @Test
  void theDrivesOfThisMachineAreListedAndNoLayerIs() throws Exception {
    Program.Result result = new Program(folder).run("devices", "--json");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("../docs/devices.schema.json")))
                .validate(result.out(), InputFormat.JSON))
        .isEmpty();
    JsonNode drives = new JsonMapper().readTree(result.out()).path("drives");
    Set<String> names = new TreeSet<>();
    for (JsonNode drive : drives) {
      String name = drive.path("name").asString();
      names.add(name);
      assertThat(Path.of("/sys/class/block", name)).exists();
      long sectors =
          Long.parseLong(Files.readString(Path.of("/sys/class/block", name, "size")).strip());
      assertThat(drive.path("capacity_bytes").asLong()).isEqualTo(sectors * 512);
      boolean free = drive.path("mayBeTested").asString().equals("yes");
      assertThat(drive.path("because").isEmpty()).as(name).isEqualTo(free);
    }
    assertThat(names).noneMatch(name -> name.matches("(loop|zram|ram|md|bcache).*"));
    assertThat(names)
        .allMatch(name -> !Files.exists(Path.of("/sys/class/block", name, "partition")));
  }

  @Test
  void theDriveThatTheSystemRunsFromMayNotBeWrittenTo() throws Exception {
    String root =
        Files.readString(Path.of("/proc/self/mountinfo"))
            .lines()
            .map(line -> List.of(line.split(" ")))
            .filter(fields -> fields.get(4).equals("/"))
            .map(fields -> fields.get(2))
            .reduce((first, last) -> last)
            .orElseThrow();
    Path device = Path.of("/sys/dev/block", root);
    Assumptions.assumeTrue(
        Files.exists(device), "the root file system of this machine is on no block device");
    Path real = device.toRealPath();
    Path disk = Files.exists(real.resolve("partition")) ? real.resolve("..").normalize() : real;
    Program.Result result = new Program(folder).run("devices", "--json");
    JsonNode drives = new JsonMapper().readTree(result.out()).path("drives");
    for (JsonNode drive : drives) {
      if (drive.path("name").asString().equals(String.valueOf(disk.getFileName()))) {
        assertThat(drive.path("mayBeTested").asString()).isNotEqualTo("yes");
        assertThat(drive.path("usedBy").toString()).contains("mounted on");
        return;
      }
    }
    Assumptions.abort("the root file system is on a layer, not a drive");
  }
}
