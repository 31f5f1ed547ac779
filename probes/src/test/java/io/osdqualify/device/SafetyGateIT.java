package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.DiskReading;
import io.osdqualify.host.DiskStatistics;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The gate on real loop devices: each form of use is refused and not one byte is changed. Needs
 * root and loop devices; a machine that has both must also have the tools, or the test fails.
 */
class SafetyGateIT {

  private static final long SIZE_MIB = 80;

  /** Read-only: the kernel itself writes to a mounted file system now and then. */
  private static final String MOUNTED = "mkfs.ext4 -q -F $D && mount -o ro $D $F";

  private final SafetyGate gate =
      new SafetyGate(HostFiles.live(), new ProcessCommandRunner(), new NativeTargetOpener());

  @TempDir Path folder;
  private LoopDevice loop;

  @BeforeAll
  static void needsRootAndLoopDevices() {
    boolean root = Shell.run("id -u").equals("0");
    boolean loops = root && Shell.works("losetup --find");
    if (!root || !loops) {
      System.err.println(
          "SKIPPED SafetyGateIT: " + (root ? "no loop devices on this machine" : "needs root"));
    }
    assumeTrue(root, "needs root");
    assumeTrue(loops, "needs loop devices");
  }

  @BeforeEach
  void attach() throws IOException {
    loop = LoopDevice.of(SIZE_MIB);
  }

  @AfterEach
  void detach() throws IOException {
    loop.close();
  }

  @Test
  void aBlankDeviceIsGrantedOnceAndBusyForASecondRun() throws Exception {
    TargetRequest request = TargetRequest.target(loop.path(), null, loop.path());
    try (WritePermit permit = gate.open(request)) {
      TargetFacts facts = permit.facts();
      assertThat(facts.kind()).isEqualTo(TargetKind.LOOP);
      assertThat(facts.transport()).isEqualTo("loop");
      assertThat(facts.virtualReason()).isEqualTo("a loop device");
      assertThat(facts.capacityBytes()).isEqualTo(SIZE_MIB << 20);
      assertThat(permit.rangeOffset()).isZero();
      assertThat(permit.rangeLength()).isEqualTo(SIZE_MIB << 20);
      assertThat(permit.isReduced()).isFalse();
      assertThat(Path.of("/proc/self/fd/" + permit.fd()).toRealPath().toString())
          .isEqualTo(loop.path());
      assertThat(refusal(request)).contains("held exclusively");
      assertThat(Shell.works("mkfs.ext4 -q -F " + loop.path())).isFalse();
    }
    try (WritePermit again = gate.open(request)) {
      assertThat(again.fd()).isPositive();
    }
  }

  @Test
  void aClosedPermitGivesNoDescriptor() throws Exception {
    WritePermit permit = gate.open(TargetRequest.target(loop.path(), null, loop.path()));
    permit.close();
    permit.close();
    assertThatThrownBy(permit::fd).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aSizeCutsTheRange() throws Exception {
    long size = (70L << 20) + 5000;
    try (WritePermit permit = gate.open(TargetRequest.target(loop.path(), size, loop.path()))) {
      assertThat(permit.rangeLength()).isEqualTo(70L << 20);
      assertThat(permit.isReduced()).isTrue();
    }
    assertThatThrownBy(() -> gate.inspect(TargetRequest.target(loop.path(), 1L << 40, null)))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining("only");
    assertThatThrownBy(() -> gate.inspect(TargetRequest.target(loop.path(), 1L << 20, null)))
        .isInstanceOf(TargetUsageException.class)
        .hasMessageContaining("64 MiB");
  }

  @Test
  void withoutTheRightWordNothingIsOpened() throws Exception {
    String before = loop.checksum();
    assertThat(refusal(TargetRequest.target(loop.path(), null, null)))
        .contains("add --erase " + loop.path())
        .contains("83.9 MB");
    assertThat(refusal(TargetRequest.target(loop.path(), null, "/dev/loop")))
        .contains("--erase names /dev/loop, but");
    assertThat(refusal(TargetRequest.target(loop.path(), null, ""))).contains("--erase names");
    assertThat(gate.inspect(TargetRequest.target(loop.path(), null, null)).isFree()).isTrue();
    assertThat(loop.checksum()).isEqualTo(before);
  }

  @Test
  void aLinkIsFollowedAndEitherPathConfirms() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("by-id"), Path.of(loop.path()));
    try (WritePermit permit =
        gate.open(TargetRequest.target(link.toString(), null, link.toString()))) {
      assertThat(permit.facts().path()).isEqualTo(link.toString());
      assertThat(permit.facts().realPath()).isEqualTo(loop.path());
    }
    try (WritePermit permit = gate.open(TargetRequest.target(link.toString(), null, loop.path()))) {
      assertThat(permit.fd()).isPositive();
    }
  }

  /** Tools that make the forms of use; {@code $D} is the device. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = "::",
      quoteCharacter = '"',
      textBlock =
          """
          ext4 :: ext4           :: mkfs.ext4 -q -F $D
          ext2 :: ext2           :: mkfs.ext2 -q -F $D
          swap, not on :: swap           :: mkswap $D
          LVM :: LVM2_member    :: pvcreate -ff -y $D
          LUKS 1 :: crypto_LUKS    :: echo secret | cryptsetup luksFormat -q --type luks1 --pbkdf-force-iterations 1000 $D
          LUKS 2 :: crypto_LUKS    :: echo secret | cryptsetup luksFormat -q --type luks2 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 $D
          bcache cache :: bcache         :: make-bcache -C $D
          bcache backing :: bcache         :: make-bcache -B $D
          GPT :: gpt            :: echo 'label: gpt' | sfdisk -q $D
          MBR :: dos            :: echo 'label: dos' | sfdisk -q $D
          BlueStore :: ceph_bluestore :: printf 'bluestore block device\\n1dd4c11e-9a34-4a3b-b2b6-45d6a2b37ce4\\n' | dd of=$D conv=fsync
          two at once :: LVM2_member    :: mkfs.ext4 -q -F $D; dd if=$D of=$F/h bs=1k count=4; pvcreate -ff -y $D; dd if=$F/h of=$D bs=1k skip=1 seek=1 count=1 conv=fsync
          ZFS :: zfs_member     :: for i in $(seq 128 159); do printf '\\x0c\\xb1\\xba\\x00\\x00\\x00\\x00\\x00' | dd of=$D bs=1k seek=$i conv=notrunc,fsync; done
          DRBD :: drbd           :: printf '\\x83\\x74\\x02\\x6d' | dd of=$D bs=1 seek=$((83886080-4096+60)) conv=fsync
          """)
  void aSignatureIsRefusedAlsoAForgottenOne(String name, String type, String script)
      throws Exception {
    make(script);
    String refusal = refusedUnchanged(loop.path());
    assertThat(refusal).as(name).contains(type).contains("see: ");
    assertThat(refusal)
        .contains(type.startsWith("ceph") ? "ceph-volume lvm zap " : "wipefs -a " + loop.path());
  }

  @ParameterizedTest
  @CsvSource({"xfs,xfs", "mdraid-1.2,linux_raid_member"})
  void aCapturedSignatureIsRefused(String file, String type) throws Exception {
    Path captured = folder.resolve(file);
    try (InputStream in = getClass().getResourceAsStream("/signatures/" + file + ".bin")) {
      Files.copy(Objects.requireNonNull(in), captured, StandardCopyOption.REPLACE_EXISTING);
    }
    make("dd if=" + captured + " of=$D conv=fsync");
    assertThat(refusedUnchanged(loop.path())).contains(type);
  }

  @Test
  void aCopyOfABlueStoreLabelIsRefusedToo() throws Exception {
    try (LoopDevice large = LoopDevice.of(1100)) {
      Shell.run(
          "printf 'bluestore block device\\n' | dd bs=1M seek=1024 conv=fsync of=" + large.path());
      assertThat(refusal(TargetRequest.target(large.path(), null, large.path())))
          .contains("ceph_bluestore (seen by the medium)");
    }
  }

  @Test
  void aMountedFileSystemIsRefused() throws Exception {
    make(MOUNTED);
    try {
      assertThat(refusedUnchanged(loop.path()))
          .contains("it is mounted on " + folder)
          .contains("umount " + folder)
          .doesNotContain("wipefs -a");
    } finally {
      Shell.run("umount " + folder);
    }
  }

  @Test
  void aDiskWithAMountedPartitionIsRefused() throws Exception {
    make(
        "printf 'label: gpt\\n,70M\\n,\\n' | sfdisk -q $D && partx -a $D && mkfs.ext4 -q -F ${D}p1");
    try {
      Shell.run("mount -o ro " + loop.path() + "p1 " + folder);
      try {
        assertThat(refusedUnchanged(loop.path()))
            .contains("its partition " + loop.name() + "p1 is mounted on " + folder);
        assertThat(refusedUnchanged(loop.path() + "p1")).contains("it is mounted on " + folder);
      } finally {
        Shell.run("umount " + folder);
      }
      assertThat(refusedUnchanged(loop.path()))
          .contains("it has partitions: " + loop.name() + "p1, " + loop.name() + "p2");
      assertThat(refusedUnchanged(loop.path() + "p1")).contains("ext4");
    } finally {
      Shell.run("partx -d " + loop.path());
    }
  }

  @Test
  void aBlankPartitionIsGrantedAndItsDiskIsBusyThen() throws Exception {
    make("printf 'label: gpt\\n,70M\\n,\\n' | sfdisk -q $D && partx -a $D");
    String partition = loop.path() + "p1";
    try {
      try (WritePermit permit = gate.open(TargetRequest.target(partition, null, partition))) {
        assertThat(permit.facts().kind()).isEqualTo(TargetKind.PARTITION);
        assertThat(permit.facts().wholeDisk()).isEqualTo(loop.name());
        assertThat(permit.facts().notes()).contains("a partition: not a drive qualification");
        assertThat(permit.rangeLength()).isEqualTo(70L << 20);
        assertThat(permit.layers().disks()).containsExactly(loop.name());
      }
    } finally {
      Shell.run("partx -d " + loop.path());
    }
  }

  @Test
  void aBlankPartitionThatTheTableCallsACephJournalIsRefused() throws Exception {
    make(
        "printf 'label: gpt\\n,70M,45b0969e-9b03-4f30-b4c6-b4b80ceff106\\n' | sfdisk -q $D"
            + " && partx -a $D");
    try {
      assertThat(refusedUnchanged(loop.path() + "p1")).contains("a Ceph journal");
    } finally {
      Shell.run("partx -d " + loop.path());
    }
  }

  @Test
  void aSwapDeviceIsRefused() throws Exception {
    make("mkswap $D && swapon $D");
    try {
      assertThat(refusedUnchanged(loop.path()))
          .contains("it is swap space in use")
          .contains("swapoff " + loop.path());
    } finally {
      Shell.run("swapoff " + loop.path());
    }
  }

  @Test
  void aDeviceThatAnotherProcessHoldsIsRefused() throws Exception {
    Process holder =
        new ProcessBuilder(
                "python3",
                "-c",
                "import os,sys\nos.open(sys.argv[1],os.O_RDONLY|os.O_EXCL)\n"
                    + "print('held',flush=True)\nsys.stdin.read()",
                loop.path())
            .start();
    try {
      assertThat(holder.getInputStream().read()).isEqualTo('h');
      assertThat(refusedUnchanged(loop.path()))
          .contains("held exclusively")
          .contains("process " + holder.pid());
    } finally {
      holder.destroy();
      holder.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aDeviceThatAnotherProcessWritesIsRefused() throws Exception {
    Process writer =
        new ProcessBuilder(
                "python3",
                "-c",
                "import os,sys\nos.open(sys.argv[1],os.O_RDWR)\n"
                    + "print('open',flush=True)\nsys.stdin.read()",
                loop.path())
            .start();
    try {
      assertThat(writer.getInputStream().read()).isEqualTo('o');
      assertThat(refusedUnchanged(loop.path())).contains("has it open for writing");
    } finally {
      writer.destroy();
      writer.waitFor(10, TimeUnit.SECONDS);
    }
  }

  /** As an OSD in another mount or PID namespace: nothing but its lock shows. */
  @Test
  void aDeviceThatAnotherProcessLocksIsRefused() throws Exception {
    Process holder =
        new ProcessBuilder("flock", "--shared", loop.path(), "sh", "-c", "echo held; cat").start();
    try {
      assertThat(holder.getInputStream().read()).isEqualTo('h');
      assertThat(refusedUnchanged(loop.path())).contains("held exclusively or locked");
    } finally {
      holder.destroy();
      holder.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aDeviceUnderAnotherLoopDeviceIsRefused() throws Exception {
    String upper = Shell.run("losetup --find --show " + loop.path());
    try {
      assertThat(refusedUnchanged(loop.path())).contains(upper.substring("/dev/".length()));
    } finally {
      Shell.run("losetup --detach " + upper);
    }
  }

  @Test
  void aLoopDeviceOverAMountedDeviceIsRefused() throws Exception {
    make(MOUNTED);
    try {
      String upper = Shell.run("losetup --find --show --offset 1M " + loop.path());
      try {
        assertThat(refusedUnchanged(upper)).contains("is mounted on " + folder);
      } finally {
        Shell.run("losetup --detach " + upper);
      }
    } finally {
      Shell.run("umount " + folder);
    }
  }

  @Test
  void aReadOnlyDeviceIsRefused() throws Exception {
    make("blockdev --setro $D");
    try {
      assertThat(refusedUnchanged(loop.path())).contains("read-only");
    } finally {
      make("blockdev --setrw $D");
    }
  }

  @Test
  void theFileBehindALoopDeviceIsRefused() throws Exception {
    assertThat(refusedUnchanged(loop.image().toString()))
        .contains("the loop device " + loop.name());
  }

  @Test
  void aSwapFileIsRefused() throws Exception {
    Path file = Files.createTempFile(Path.of("/var/tmp"), "osd-qualify-", ".swap");
    try {
      boolean on =
          Shell.works(
              "dd if=/dev/zero of=%1$s bs=1M count=80 && chmod 600 %1$s && mkswap %1$s && swapon %1$s"
                  .formatted(file));
      assumeTrue(on, "/var/tmp takes no swap file");
      try {
        assertThat(refusedUnchanged(file.toString())).contains("swap space in use");
      } finally {
        Shell.run("swapoff " + file);
      }
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void whatHappensBetweenTheLookAndTheOpenIsSeen() throws Exception {
    SafetyGate raced =
        new SafetyGate(
            HostFiles.live(),
            new ProcessCommandRunner(),
            new NativeTargetOpener() {
              @Override
              public int openExclusive(Path path, boolean writable) throws IOException {
                make("mkfs.ext4 -q -F $D");
                return super.openExclusive(path, writable);
              }
            });
    assertThatThrownBy(() -> raced.open(TargetRequest.target(loop.path(), null, loop.path())))
        .isInstanceOf(SafetyRefusal.class)
        .hasMessageContaining("ext4");
    // The descriptor was given back: a file system can be mounted again.
    make("mount $D $F && umount $F");
  }

  @Test
  void aPathThatLeadsElsewhereAfterTheLookIsSeen() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("drive"), Path.of(loop.path()));
    try (LoopDevice other = LoopDevice.of(SIZE_MIB)) {
      SafetyGate raced =
          new SafetyGate(
              HostFiles.live(),
              new ProcessCommandRunner(),
              new NativeTargetOpener() {
                @Override
                public int openExclusive(Path path, boolean writable) throws IOException {
                  Files.delete(link);
                  Files.createSymbolicLink(link, Path.of(other.path()));
                  return super.openExclusive(path, writable);
                }
              });
      assertThatThrownBy(
              () -> raced.open(TargetRequest.target(link.toString(), null, link.toString())))
          .isInstanceOf(SafetyRefusal.class)
          .hasMessageContaining("changed while it was being checked");
    }
  }

  @Test
  void withoutTheToolsNothingIsKnownAndSoItIsRefused() {
    SafetyGate blind =
        new SafetyGate(
            HostFiles.live(),
            (command, timeout) -> {
              throw new CommandRunner.ProgramMissingException(command.get(0));
            },
            new NativeTargetOpener());
    assertThatThrownBy(() -> blind.open(TargetRequest.target(loop.path(), null, loop.path())))
        .isInstanceOf(SafetyRefusal.class)
        .hasMessageContaining("blkid is not installed")
        .hasMessageContaining("util-linux");
  }

  @Test
  void statisticsCountBytesAndFlushes() throws Exception {
    Inspection inspection = gate.inspect(TargetRequest.target(loop.path(), null, null));
    assertThat(Path.of("/sys/block/" + loop.name() + "/queue/write_cache")).isWritable();
    make("echo 'write back' > /sys/block/" + loop.name() + "/queue/write_cache");
    DiskStatistics statistics =
        new DiskStatistics(
            HostFiles.live(), inspection.layers().target(), inspection.layers().disks());
    DiskReading before = statistics.read().orElseThrow();
    make("dd if=/dev/zero of=$D bs=4k count=100 oflag=direct,dsync");
    DiskReading done = statistics.read().orElseThrow().since(before);
    assertThat(done.writtenBytes()).isEqualTo(100 * 4096);
    assertThat(done.flushes()).isNotNull().isGreaterThanOrEqualTo(100);
  }

  private void make(String script) {
    Shell.run("D=" + loop.path() + "; F=" + folder + "; " + script);
  }

  private String refusal(TargetRequest request) {
    SafetyRefusal refusal =
        catchThrowableOfType(SafetyRefusal.class, () -> gate.open(request).close());
    assertThat(refusal).as("no refusal of %s", request).isNotNull();
    assertThat(refusal).message().doesNotContain("\n");
    return Objects.toString(refusal.getMessage(), "");
  }

  /** Past the page cache: a disk and its partition have one each. */
  private static String checksum(String target) {
    return Shell.run("dd if=" + target + " bs=1M iflag=direct status=none | sha256sum");
  }

  /** Refused although the word is right, by both ways, and without a byte changed. */
  private String refusedUnchanged(String target) throws Exception {
    Shell.run("blockdev --flushbufs " + loop.path());
    String before = checksum(target);
    String message = refusal(TargetRequest.target(target, null, target));
    assertThat(checksum(target)).isEqualTo(before);
    return message;
  }
}
