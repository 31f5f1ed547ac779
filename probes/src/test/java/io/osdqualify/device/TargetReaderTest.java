package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetReaderTest {

  @TempDir static Path folder;
  private static TargetReader targets;

  @BeforeAll
  static void readTheServer() throws IOException {
    Machine machine = Machine.of("server", folder);
    targets = new TargetReader(machine.files(), machine);
  }

  @Test
  void anNvmeDriveIsKnownByItsController() throws Exception {
    TargetFacts facts = facts("/dev/disk/by-id/nvme-INTEL_SSDPE2KX020T8_PHLJ000000002P0B");
    assertThat(facts.path()).startsWith("/dev/disk/by-id/");
    assertThat(facts.realPath()).isEqualTo("/dev/nvme2n1");
    assertThat(facts.kind()).isEqualTo(TargetKind.DISK);
    assertThat(facts.wholeDisk()).isEqualTo("nvme2n1");
    assertThat(facts.model()).isEqualTo("INTEL SSDPE2KX020T8");
    assertThat(facts.serial()).isEqualTo("PHLJ000000002P0B");
    assertThat(facts.firmware()).isEqualTo("VDV10131");
    assertThat(facts.transport()).isEqualTo("nvme");
    assertThat(facts.capacityBytes()).isEqualTo(3750748848L * 512);
    assertThat(facts.rangeBytes()).isEqualTo(facts.capacityBytes());
    assertThat(facts.logicalBlockBytes()).isEqualTo(512);
    assertThat(facts.physicalBlockBytes()).isEqualTo(4096);
    assertThat(facts.rotational()).isFalse();
    assertThat(facts.scheduler()).isEqualTo("none");
    assertThat(facts.writeCache()).isEqualTo("write back");
    assertThat(facts.deviceCache()).isEqualTo(DeviceCache.UNKNOWN);
    assertThat(facts.fua()).isTrue();
    assertThat(facts.virtualReason()).isNull();
    assertThat(facts.notes()).isEmpty();
    assertThat(facts.eraseWord()).isEqualTo("PHLJ000000002P0B");
  }

  @Test
  void aSataDriveIsKnownByItsVitalProductData() throws Exception {
    TargetFacts facts = facts("/dev/sda");
    assertThat(facts.serial()).isEqualTo("PHYF000000004");
    assertThat(facts.firmware()).isEqualTo("0132");
    assertThat(facts.transport()).isEqualTo("sata");
    assertThat(facts.scheduler()).isEqualTo("mq-deadline");
    assertThat(facts.deviceCache()).isEqualTo(DeviceCache.DISABLED);
    assertThat(facts("/dev/sdb").deviceCache()).isEqualTo(DeviceCache.ENABLED);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          nvme3n1,   DISK,           nvme-tcp, nvme3n1, a namespace of another machine (NVMe over tcp)
          nvme3n1p1, PARTITION,      nvme-tcp, nvme3n1, a namespace of another machine (NVMe over tcp)
          sdc,       DISK,           sas,      sdc,     -
          sdh,       DISK,           usb,      sdh,     -
          sdo,       DISK,           scsi,     sdo,     a volume of a RAID controller
          vda,       DISK,           virtio,   vda,     a disk of a hypervisor (virtio)
          dm-2,      LOGICAL_VOLUME, sata,     sdb,     -
          dm-3,      BLOCK,          sata,     -,       an encrypted layer (dm-crypt)
          dm-4,      BLOCK,          sas,      -,       -
          md0,       BLOCK,          sata,     -,       an md array
          bcache0,   BLOCK,          unknown,  -,       a bcache device
          loop4,     LOOP,           loop,     loop4,   a loop device
          zram0,     BLOCK,          zram,     zram0,   compressed memory (zram)
          """)
  void eachKindOfDeviceIsToldApart(
      String name, TargetKind kind, String transport, String disk, String reason) throws Exception {
    TargetFacts facts = facts("/dev/" + name);
    assertThat(facts.kind()).isEqualTo(kind);
    assertThat(facts.transport()).isEqualTo(transport);
    assertThat(facts.wholeDisk()).isEqualTo(disk);
    assertThat(facts.virtualReason()).isEqualTo(reason);
  }

  @Test
  void theSerialOfADriveNamesItsPartitionsButNotItsVolumes() throws Exception {
    assertThat(facts("/dev/nvme3n1p1").eraseWord()).isEqualTo("90D0A00FTCL8");
    TargetFacts volume = facts("/dev/mapper/ceph--db-osd--db--1");
    assertThat(volume.serial()).isNull();
    assertThat(volume.eraseWord()).isEqualTo("/dev/mapper/ceph--db-osd--db--1");
    assertThat(volume.notes())
        .contains(
            "a logical volume: not a drive qualification", "lies on sdb with serial PHYF000000005");
    assertThat(facts("/dev/mapper/mpatha").serial()).isEqualTo("0QV00001");
  }

  @Test
  void aLayerOverRotatingDisksRotates() throws Exception {
    assertThat(facts("/dev/md0").rotational()).isTrue();
  }

  @Test
  void theDisksUnderEachLayerAreFound() throws Exception {
    assertThat(targets.read("/dev/dm-3", null).layers().disks()).containsExactly("sdd", "sde");
    assertThat(targets.read("/dev/bcache0", null).layers().disks())
        .containsExactlyInAnyOrder("sdc", "nvme1n1");
    assertThat(targets.read("/dev/nvme0n1p3", null).layers())
        .isEqualTo(new TargetLayers("nvme0n1p3", List.of("nvme0n1")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /dev/nvme2         | name one of its namespaces, as /dev/nvme2n1
          /dev               | is a folder
          /dev/nvme9n1       | there is no such
          /nowhere/file      | there is no such
          ''                 | is no path
          """)
  void whatCanBeNoTargetIsWrongUsage(String path, String message) {
    assertThatThrownBy(() -> targets.read(path, null))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aMisspeltDeviceNeverBecomesAFile() {
    assertThatThrownBy(() -> targets.read("/dev/nvme9n1", 1L << 30))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining("no such device");
  }

  @Test
  void anOddSizeIsCutAndATooLargeOneRefused() throws Exception {
    Target target = targets.read("/dev/sda", (100L << 20) + 4097);
    assertThat(target.facts().rangeBytes()).isEqualTo(100L << 20);
    assertThat(target.reduced()).isTrue();
    assertThatThrownBy(() -> targets.read("/dev/sda", Long.MAX_VALUE))
        .isInstanceOf(TargetUsageException.class);
    assertThatThrownBy(() -> targets.read("/dev/sda", 0L)).isInstanceOf(TargetUsageException.class);
    assertThatThrownBy(() -> targets.read("/dev/sda", -5L))
        .isInstanceOf(TargetUsageException.class);
  }

  @Test
  void aFileHasNoSerialAndSaysWhatItIs() throws Exception {
    TargetFacts facts = facts("/var/tmp/free");
    assertThat(facts.kind()).isEqualTo(TargetKind.FILE);
    assertThat(facts.transport()).isEqualTo("file");
    assertThat(facts.eraseWord()).isEqualTo("/var/tmp/free");
    assertThat(facts.virtualReason()).isEqualTo("a file on ext4");
    assertThat(facts.wholeDisk()).isEqualTo("nvme0n1");
  }

  private TargetFacts facts(String path) throws Exception {
    return targets.read(path, null).facts();
  }
}
