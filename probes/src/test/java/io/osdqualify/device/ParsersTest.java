package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.host.CommandRunner.Result;
import io.osdqualify.host.DeviceNumber;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Each text that the machine or a tool prints, also a malformed one, on literal input. */
class ParsersTest {

  @Test
  void blkidThatFindsAFileSystemNamesIt() {
    BlkidOutput output =
        BlkidOutput.parse(
            new Result(
                0, "DEVNAME=/dev/sdb\nUUID=1\nTYPE=ext4\nUSAGE=filesystem\nPTTYPE=dos\n", ""));
    assertThat(output.signatures()).extracting(Signature::type).containsExactly("ext4", "dos");
    assertThat(output.failure()).isNull();
  }

  @Test
  void blkidOnABlankPartitionTellsOnlyOfTheTable() {
    BlkidOutput output =
        BlkidOutput.parse(
            new Result(
                0,
                """
                DEVNAME=/dev/sdb1
                PART_ENTRY_SCHEME=gpt
                PART_ENTRY_UUID=39bf
                PART_ENTRY_TYPE=0fc63daf-8483-4772-8e79-3d69d8477de4
                """,
                ""));
    assertThat(output.signatures()).isEmpty();
    assertThat(output.failure()).isNull();
    assertThat(output.partitionId()).isEqualTo("39bf");
    assertThat(PartitionTypes.owner(output.partitionType())).isNull();
  }

  @Test
  void blkidIsOnlyBelievedWhenAllOfItFits() {
    assertThat(BlkidOutput.parse(new Result(2, "", "")).failure()).isNull();
    assertThat(failure(2, "", "blkid: error: /dev/sdb: Permission denied"))
        .contains("Permission denied");
    assertThat(failure(0, "TYPE=ext4\n", "warning: something")).contains("could not look");
    assertThat(failure(8, "", "")).contains("ambivalent");
    assertThat(failure(2, "TYPE=ext4\n", "")).contains("code 2");
    assertThat(failure(0, "", "")).contains("does not say what");
    assertThat(failure(4, "", "")).contains("code 4");
    assertThat(failure(139, "", "")).contains("code 139");
  }

  private static String failure(int code, String output, String errors) {
    SignatureReading.Failure failure =
        BlkidOutput.parse(new Result(code, output, errors)).failure();
    assertThat(failure).isNotNull();
    return Objects.requireNonNull(failure).what();
  }

  @Test
  void wipefsListsAllSignaturesOldAndNew() {
    WipefsOutput old =
        WipefsOutput.parse(
            new Result(0, "# offset,uuid,label,type\n0x438,9ad9,a\\x2cb,ext4\n0x1fe,,,PMBR\n", ""));
    assertThat(old.signatures()).extracting(Signature::type).containsExactly("ext4", "PMBR");
    assertThat(old.failure()).isNull();
    assertThat(WipefsOutput.parse(new Result(0, "", "")).signatures()).isEmpty();
    assertThat(WipefsOutput.parse(new Result(1, "", "wipefs: error: x")).failure()).isNotNull();
    assertThat(WipefsOutput.parse(new Result(1, "", "")).failure()).isNotNull();
    assertThat(WipefsOutput.parse(new Result(0, bad("wipefs.txt"), "")).failure()).isNotNull();
  }

  @Test
  void mountsAreReadWithTheirEscapes() {
    assertThat(
            Mount.parse(
                "41 26 259:0 / /srv/a\\040b\\134c rw shared:1 master:2 - ext4 /dev/x\\011y rw"))
        .containsExactly(new Mount(new DeviceNumber(259, 0), "/srv/a b\\c", "ext4", "/dev/x\ty"));
    assertThat(Mount.parse(bad("mountinfo.txt"))).extracting(Mount::point).containsExactly("/good");
  }

  @Test
  void swapAreasAreReadAlsoDeletedOnes() {
    assertThat(
            SwapArea.parse(
                """
                Filename Type Size Used Priority
                /dev/dm-1    partition 8 0 -2
                /swap\\040file\\040(deleted) file 8 0 -3

                """))
        .extracting(SwapArea::path)
        .containsExactly("/dev/dm-1", "/swap file");
    assertThat(SwapArea.parse("")).isEmpty();
  }

  @Test
  void namesKeepTheirBytes() {
    assertThat(KernelText.unescape("a\\303\\251b\\")).isEqualTo("aéb\\");
    assertThat(KernelText.unescape("\\9\\04")).isEqualTo("\\9\\04");
  }

  @Test
  void udevsRecordsAreReadLineByLine() {
    UdevRecord record =
        UdevRecord.parse("S:disk/by-id/x\nE:ID_SERIAL_SHORT=S1=2\nI:5\nE:ID_MODEL=\n");
    assertThat(record.get("ID_SERIAL_SHORT")).isEqualTo("S1=2");
    assertThat(record.get("ID_MODEL")).isNull();
    assertThat(UdevRecord.parse(bad("udev.txt")).properties()).containsOnlyKeys("ID_SERIAL_SHORT");
  }

  @Test
  void aSerialIsOnlyTakenFromAPageThatHoldsOne() {
    byte[] page = "    abcd  \0".getBytes(StandardCharsets.US_ASCII);
    page[0] = 0;
    page[1] = (byte) 0x80;
    page[2] = 0;
    page[3] = 7;
    assertThat(VitalProductData.serial(page)).isEqualTo("abcd");
    page[3] = 3;
    assertThat(VitalProductData.serial(page)).isEqualTo("abc");
    page[3] = (byte) 200;
    assertThat(VitalProductData.serial(page)).isEqualTo("abcd");
    page[1] = (byte) 0x83;
    assertThat(VitalProductData.serial(page)).isNull();
    assertThat(VitalProductData.serial(null)).isNull();
    assertThat(VitalProductData.serial(new byte[0])).isNull();
    assertThat(VitalProductData.serial(new byte[] {0, (byte) 0x80, 0, 4, 0, 0, 0, 0})).isNull();
    assertThat(VitalProductData.serial(badBytes("vpd_pg80.bin"))).isNull();
  }

  @Test
  void theActiveSchedulerIsTheOneInBrackets() {
    assertThat(QueueFacts.scheduler("none [mq-deadline] kyber")).isEqualTo("mq-deadline");
    assertThat(QueueFacts.scheduler("none")).isEqualTo("none");
    assertThat(QueueFacts.scheduler(null)).isNull();
  }

  @Test
  void aDescriptorIsWritableByItsFlags() {
    assertThat(OpenFileReader.writable("pos:\t0\nflags:\t02100000\n")).isFalse();
    assertThat(OpenFileReader.writable("pos:\t0\nflags:\t02100002\n")).isTrue();
    assertThat(OpenFileReader.writable("flags:\t0100001\n")).isTrue();
    assertThat(OpenFileReader.writable("flags:\tnonsense\n")).isTrue();
    assertThat(OpenFileReader.writable(null)).isTrue();
  }

  @Test
  void deviceNumbersAreDecodedAsLibcDoes() {
    assertThat(DeviceNumber.ofDevT(65024)).isEqualTo(new DeviceNumber(254, 0));
    assertThat(DeviceNumber.ofDevT(0x12345678L)).isEqualTo(new DeviceNumber(0x456, 0x12378));
    assertThat(DeviceNumber.parse(" 259:12 ")).isEqualTo(new DeviceNumber(259, 12));
    assertThat(DeviceNumber.parse("259")).isNull();
    assertThat(DeviceNumber.parse("-1:2")).isNull();
    assertThat(DeviceNumber.parse("99999999999:2")).isNull();
  }

  @Test
  void wordsForTheShellAreQuotedWhereNeeded() {
    assertThat(ShellWord.quote("/dev/sda")).isEqualTo("/dev/sda");
    assertThat(ShellWord.quote("a b'c$(d)")).isEqualTo("'a b'\\''c$(d)'");
    assertThat(ShellWord.quote("")).isEqualTo("''");
  }

  @Test
  void sizesReadAsDrivesAreSold() {
    assertThat(DriveSize.text(512)).isEqualTo("512 B");
    assertThat(DriveSize.text(1920383410176L)).isEqualTo("1.92 TB");
    assertThat(DriveSize.text(480103981056L)).isEqualTo("480 GB");
    assertThat(DriveSize.text(83886080)).isEqualTo("83.9 MB");
    assertThat(DriveSize.text(Long.MAX_VALUE)).isEqualTo("9.22 EB");
  }

  @Test
  void virtualDisksAreToldByTheirNames() {
    assertThat(VirtualDrives.reason("sda", "scsi", "QEMU     QEMU HARDDISK")).contains("QEMU");
    assertThat(VirtualDrives.reason("sda", "scsi", "VMware   Virtual disk")).contains("VMware");
    assertThat(VirtualDrives.reason("sda", "scsi", "Msft     Virtual Disk")).contains("Hyper-V");
    assertThat(VirtualDrives.reason("nvme0n1", "nvme", " QEMU NVMe Ctrl")).contains("QEMU");
    assertThat(VirtualDrives.reason("xvda", "unknown", "")).contains("Xen");
    assertThat(VirtualDrives.reason("nbd3", "nbd", "")).contains("network");
    assertThat(VirtualDrives.reason("sda", "sata", "ATA INTEL SSDSC2KB480G8")).isNull();
    assertThat(VirtualDrives.reason("nvme0n1", "nvme", " SAMSUNG MZ7L3480HCHQ")).isNull();
  }

  private static String bad(String name) {
    return new String(badBytes(name), StandardCharsets.UTF_8);
  }

  private static byte[] badBytes(String name) {
    try (InputStream in = ParsersTest.class.getResourceAsStream("/bad/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
