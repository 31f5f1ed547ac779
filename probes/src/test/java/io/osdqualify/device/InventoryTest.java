package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.device.DriveListing.Answer;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.Missing;
import io.osdqualify.host.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InventoryTest {

  private static final String SMARTCTL = "smartctl --json -x ";

  @TempDir static Path folder;
  private static Machine machine;

  /** Answers command lines by their texts; what has none is not installed. */
  private static final class Tools implements CommandRunner {
    private final Map<String, Result> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();

    Tools answer(String line, String output) {
      return answer(line, new Result(0, output, ""));
    }

    Tools answer(String line, Result result) {
      answers.put(line, result);
      return this;
    }

    @Override
    public Result run(List<String> command, Duration timeout) throws IOException {
      assertThat(timeout).isLessThanOrEqualTo(Duration.ofSeconds(20));
      String line = String.join(" ", command);
      asked.add(line);
      Result result = answers.get(line);
      if (result == null) {
        throw new ProgramMissingException(command.get(0));
      }
      if (result.exitCode() < 0) {
        throw new IOException(command.get(0) + " did not end within 20 s");
      }
      return result;
    }
  }

  @BeforeAll
  static void readTheServer() throws IOException {
    machine = Machine.of("server", folder);
  }

  private static List<DriveListing> list(Tools tools) throws IOException {
    TargetReader targets = new TargetReader(machine.files(), machine);
    HostUseReader uses = new HostUseReader(machine.files(), machine, 1);
    SignatureReading blank = new SignatureReading(List.of(), List.of(), null, null);
    Predicate<Node> nothing = node -> false;
    return new Inventory(
            machine.files(),
            machine,
            tools,
            request -> {
              Target target = targets.read(request.path(), request.size());
              HostUse use = uses.read(target.tree(), nothing);
              return new Inspection(
                  target.facts(),
                  Occupancy.findings(target, use, blank),
                  true,
                  false,
                  target.layers());
            })
        .read();
  }

  private static DriveListing find(List<DriveListing> all, String name) {
    return all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static DriveListing find(Tools tools, String name) throws IOException {
    return find(list(tools), name);
  }

  @Test
  void onlyDrivesOfTheirOwnAreListed() throws Exception {
    List<DriveListing> all = list(new Tools());
    assertThat(all)
        .extracting(DriveListing::name)
        .contains("nvme0n1", "nvme2n1", "nvme3n1", "sda", "sdc", "sdh", "dm-4")
        .doesNotContain("nvme0n1p1", "sdf", "sdg", "dm-0", "dm-2", "dm-3", "md0", "bcache0")
        .doesNotContain("loop0", "zram0")
        .doesNotHaveDuplicates();
    DriveListing multipath = find(all, "dm-4");
    assertThat(multipath.path()).isEqualTo("/dev/mapper/mpatha");
    assertThat(multipath.multipath()).containsExactly("sdf", "sdg");
    assertThat(multipath.serial()).isEqualTo("0QV00001");
    assertThat(multipath.mayBeTested()).isEqualTo(Answer.YES);
  }

  @Test
  void aFreeDriveTellsAllOfItself() throws Exception {
    DriveListing drive = find(new Tools(), "nvme2n1");
    assertThat(drive.path()).isEqualTo("/dev/nvme2n1");
    assertThat(drive.byId())
        .containsExactly("/dev/disk/by-id/nvme-INTEL_SSDPE2KX020T8_PHLJ000000002P0B");
    assertThat(drive.model()).isEqualTo("INTEL SSDPE2KX020T8");
    assertThat(drive.serial()).isEqualTo("PHLJ000000002P0B");
    assertThat(drive.wwid()).isEqualTo("eui.0000000000000002");
    assertThat(drive.firmware()).isEqualTo("VDV10131");
    assertThat(drive.capacityBytes()).isEqualTo(3_750_748_848L * 512);
    assertThat(drive.logicalBlockBytes()).isEqualTo(512);
    assertThat(drive.physicalBlockBytes()).isEqualTo(4096);
    assertThat(drive.transport()).isEqualTo("nvme");
    assertThat(drive.link()).isEqualTo(new DriveLink("pcie", "8.0 GT/s", "16.0 GT/s", 2, 4, true));
    assertThat(drive.numaNode()).isEqualTo(1);
    assertThat(drive.writeCache()).isEqualTo("write back");
    assertThat(drive.fua()).isTrue();
    assertThat(drive.scheduler()).isEqualTo("none");
    assertThat(drive.rotational()).isFalse();
    assertThat(drive.discard()).isTrue();
    assertThat(drive.mayBeTested()).isEqualTo(Answer.YES);
    assertThat(drive.because()).isEmpty();
    assertThat(drive.usedBy()).isEmpty();
    assertThat(drive.dependentOsds()).isZero();
  }

  @Test
  void aLinkThatTheKernelDoesNotKnowIsAbsent() throws Exception {
    DriveListing drive = find(new Tools(), "nvme1n1");
    assertThat(drive.link()).isNull();
    assertThat(drive.numaNode()).isNull();
    assertThat(drive.discard()).isNull();
  }

  @Test
  void aSataDriveHasTheSpeedOfItsPort() throws Exception {
    DriveListing drive = find(new Tools(), "sda");
    assertThat(drive.link())
        .isEqualTo(new DriveLink("sata", "6.0 Gbps", "6.0 Gbps", null, null, false));
    assertThat(drive.deviceCache()).isEqualTo(DeviceCache.DISABLED);
  }

  @Test
  void aDriveInUseIsOnlyForTestsThatWriteNothing() throws Exception {
    DriveListing system = find(new Tools(), "nvme0n1");
    assertThat(system.mayBeTested()).isEqualTo(Answer.REQUALIFY);
    assertThat(system.usedBy())
        .contains("its partition nvme0n1p1 is mounted on /boot/efi: the system runs from it");
    assertThat(system.because()).isNotEmpty();
  }

  @Test
  void aRotatingDriveAndOneWithoutMediumAreNone() throws Exception {
    List<DriveListing> all = list(new Tools());
    DriveListing rotating = find(all, "sdd");
    assertThat(rotating.mayBeTested()).isEqualTo(Answer.NO);
    assertThat(rotating.because().get(0).what()).isEqualTo("a rotating drive is no cache device");
    assertThat(find(all, "sdh").mayBeTested()).isEqualTo(Answer.NO);
    assertThat(find(all, "sdl").mayBeTested()).isEqualTo(Answer.NO);
  }

  @Test
  void osdsAreFoundByTheirFoldersAndByTheTagsOfTheirVolumes() throws Exception {
    Tools tools =
        new Tools()
            .answer(
                "lvs --readonly --noheadings --separator ; -o vg_name,lv_name,lv_tags",
                """
                  vg0;root;
                  ceph-db;osd-db-1;ceph.cluster_fsid=11111111-2222-3333-4444-555555555555,\
                ceph.osd_id=12,ceph.type=db
                  ceph-db;gone;ceph.osd_id=13,ceph.type=db
                  garbage
                """);
    DriveListing drive = find(tools, "sdb");
    assertThat(drive.osds())
        .containsExactlyInAnyOrder(
            new OsdUse("12", "db", "dm-2", "11111111-2222-3333-4444-555555555555"),
            new OsdUse("7", "db", "dm-2", null),
            new OsdUse("8", "wal", "dm-2", "11111111-2222-3333-4444-555555555555"));
    assertThat(drive.dependentOsds()).isEqualTo(3);
    assertThat(find(tools, "nvme2n1").osds()).isEmpty();
  }

  @Test
  void theDrivesHealthIsAskedOfSmartctlAndNvme() throws Exception {
    Tools tools =
        new Tools()
            .answer(
                SMARTCTL + "/dev/nvme2n1",
                """
                {"smartctl": {"version": [7, 4]}, "serial_number": "PHLJ000000002P0B",
                 "nvme_smart_health_information_log": {"percentage_used": 9}}
                """)
            .answer(
                "nvme smart-log /dev/nvme2n1 -o json", "{\"percent_used\": 8, \"media_errors\": 3}")
            .answer(
                "nvme id-ctrl /dev/nvme2n1 -o json", "{\"vwc\": 1, \"sn\": \"PHLJ000000002P0B\"}")
            .answer("nvme get-feature /dev/nvme2n1 -f 6", "x, Current value:0x00000001")
            .answer(
                "nvme list -o json",
                """
                {"Devices": [{"DevicePath": "/dev/nvme2n1", "SerialNumber": "ANOTHER"}]}
                """);
    DriveListing drive = find(tools, "nvme2n1");
    assertThat(drive.health().facts())
        .containsEntry(DriveFact.USED, 9L)
        .containsEntry(DriveFact.MEDIA_ERRORS, 3L);
    assertThat(drive.health().missing()).isEmpty();
    assertThat(drive.deviceCache()).isEqualTo(DeviceCache.ENABLED);
    assertThat(drive.notes())
        .containsExactly("nvme list says serial ANOTHER, the kernel PHLJ000000002P0B");
    assertThat(tools.asked).filteredOn(line -> line.equals("nvme list -o json")).hasSize(1);
  }

  @Test
  void aControllerWithoutVolatileCacheIsNotAskedForItsState() throws Exception {
    Tools tools =
        new Tools()
            .answer("nvme smart-log /dev/nvme2n1 -o json", "{\"media_errors\": 0}")
            .answer("nvme id-ctrl /dev/nvme2n1 -o json", "{\"vwc\": 0}");
    assertThat(find(tools, "nvme2n1").deviceCache()).isEqualTo(DeviceCache.NONE);
    assertThat(tools.asked).doesNotContain("nvme get-feature /dev/nvme2n1 -f 6");
  }

  @Test
  void aToolThatIsMissingHangsOrFailsIsAReason() throws Exception {
    Tools tools =
        new Tools()
            .answer(SMARTCTL + "/dev/nvme2n1", new CommandRunner.Result(-1, "", ""))
            .answer(
                "nvme smart-log /dev/nvme2n1 -o json",
                new CommandRunner.Result(1, "", "smart log: Permission denied\n"))
            .answer("nvme id-ctrl /dev/nvme2n1 -o json", "\0garbage");
    assertThat(find(tools, "nvme2n1").health().missing())
        .containsExactly(
            new Missing("smartctl", "smartctl did not end within 20 s"),
            new Missing("nvme smart-log", "smart log: Permission denied"),
            new Missing("nvme id-ctrl", "its output can't be read"),
            new Missing("nvme get-feature", "nvme is not installed"));
    assertThat(find(new Tools(), "sda").health().missing())
        .containsExactly(new Missing("smartctl", "smartctl is not installed"));
    assertThat(find(new Tools(), "nvme2n1").health().missing())
        .containsExactly(
            new Missing("smartctl", "smartctl is not installed"),
            new Missing("nvme", "nvme is not installed"));
  }

  @Test
  void aSmartctlWithoutJsonIsAskedForText() throws Exception {
    Tools tools =
        new Tools()
            .answer(
                SMARTCTL + "/dev/sda",
                new CommandRunner.Result(1, "=======> UNRECOGNIZED OPTION: json\n", ""))
            .answer(
                "smartctl -x /dev/sda", "SMART overall-health self-assessment test result: PASSED");
    @Nullable Boolean passed = find(tools, "sda").health().passed();
    assertThat(passed).isTrue();
  }

  @Test
  void aDriveThatSmartctlFindsRotatingOrProtectedSaysSo() throws Exception {
    Tools tools =
        new Tools()
            .answer(
                SMARTCTL + "/dev/sda", "{\"rotation_rate\": 7200, \"scsi_protection_type\": 2}");
    DriveListing drive = find(tools, "sda");
    assertThat(drive.mayBeTested()).isEqualTo(Answer.NO);
    assertThat(drive.notes())
        .contains(
            "formatted with protection information, type 2: not every system takes such a drive");
  }

  @Test
  void aDriveOfAnotherMachineIsMarked() throws Exception {
    assertThat(find(new Tools(), "nvme3n1").virtualReason())
        .isEqualTo("a namespace of another machine (NVMe over tcp)");
  }
}
