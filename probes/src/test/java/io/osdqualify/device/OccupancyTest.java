package io.osdqualify.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.device.Finding.Rule;
import io.osdqualify.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OccupancyTest {

  private static final SignatureReading BLANK =
      new SignatureReading(List.of(), List.of(), null, null);

  @TempDir static Path folder;
  private static Machine machine;
  private static TargetReader targets;

  @BeforeAll
  static void readTheServer() throws IOException {
    machine = Machine.of("server", folder);
    targets = new TargetReader(machine.files(), machine);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /dev/nvme0n1     | MOUNT     | its partition nvme0n1p1 is mounted on /boot/efi: the system runs from it
          /dev/nvme0n1     | MOUNT     | the LVM volume vg0/root (dm-0) is mounted on /: the system runs from it
          /dev/nvme0n1     | MOUNT     | the LVM volume vg0/swap (dm-1) is swap space in use
          /dev/nvme0n1     | PARTITION | it has partitions: nvme0n1p1, nvme0n1p2, nvme0n1p3
          /dev/nvme0n1p2   | MOUNT     | it is mounted on /boot
          /dev/nvme0n1p3   | HOLDER    | the LVM volume vg0/root (dm-0) is made of it
          /dev/mapper/vg0-root | MOUNT | it is mounted on /
          /dev/sdb         | HOLDER    | the LVM volume ceph-db/osd-db-1 (dm-2) is made of it
          /dev/sdb         | OSD       | the LVM volume ceph-db/osd-db-1 (dm-2) is the db of osd.7, running or not
          /dev/dm-2        | OSD       | it is the db of osd.7, running or not
          /dev/loop4       | OSD       | it is the wal of osd.12, running or not
          /dev/sdo         | OSD       | it is the block of an OSD (/var/lib/rook/rook-ceph/6f3c_0d1e), running or not
          /var/tmp/osd     | OSD       | the file is the block of osd.0, running or not
          /dev/sdc         | HOLDER    | the bcache device bcache0 is made of it
          /dev/sdc         | MOUNT     | the bcache device bcache0 is mounted on /srv/with blank
          /dev/nvme1n1     | HOLDER    | the bcache device bcache0 is made of it
          /dev/nvme1n1p1   | MOUNT     | the bcache device bcache0 is mounted on /srv/with blank
          /dev/sdd         | HOLDER    | the md array md0 is made of it
          /dev/sde         | HOLDER    | the encrypted device luks-data (dm-3) is made of it
          /dev/sde         | MOUNT     | is mounted on /srv/only-the-host-sees-it
          /dev/md0         | HOLDER    | the encrypted device luks-data (dm-3) is made of it
          /dev/sdf         | HOLDER    | the multipath device mpatha (dm-4) is made of it
          /dev/sdh         | DEVICE    | there is no medium in the drive
          /dev/sdi         | HOLDER    | it is what the loop device loop1 shows
          /dev/sdj         | MOUNT     | it is swap space in use
          /dev/sdk         | MOUNT     | it is mounted on /srv/btrfs
          /dev/sdl         | DEVICE    | the device is read-only
          /dev/sdm         | MOUNT     | wakes up from after hibernation
          /dev/sdn         | HOLDER    | it is registered with bcache
          /dev/loop0       | HOLDER    | the file behind it is what the loop device loop3 shows
          /dev/loop2       | DEVICE    | the device has size 0
          /dev/zram0       | DEVICE    | the device has size 0
          /dev/nvme3n1     | PARTITION | it has partitions: nvme3n1p1
          /var/tmp/image   | HOLDER    | the file is what the loop device loop0 shows
          /var/tmp/swapfile | MOUNT    | the file is swap space in use
          """)
  void eachUseIsFound(String path, Rule rule, String what) throws Exception {
    assertThat(findings(path, BLANK))
        .anySatisfy(
            finding -> {
              assertThat(finding.rule()).isEqualTo(rule);
              assertThat(finding.what()).contains(what);
              assertThat(finding.see()).isNotBlank();
            });
  }

  @Test
  void exactlyTheFreeDevicesAreFree() throws Exception {
    Set<String> free = new TreeSet<>();
    for (BlockNode node : new BlockTreeReader(machine.files()).read().all()) {
      if (findings("/dev/" + node.name(), BLANK).isEmpty()) {
        free.add(node.name());
      }
    }
    assertThat(free).containsExactly("dm-4", "loop1", "nvme2n1", "nvme3n1p1", "sda", "vda");
    assertThat(findings("/var/tmp/free", BLANK)).isEmpty();
  }

  @Test
  void findingsComeInTheOrderOfTheChecks() throws Exception {
    List<Rule> rules =
        findings("/dev/nvme0n1", signature("gpt")).stream().map(Finding::rule).toList();
    assertThat(rules).isSorted().contains(Rule.MOUNT, Rule.HOLDER, Rule.PARTITION, Rule.SIGNATURE);
  }

  @Test
  void noCommandThatWipesIsShownForADeviceInUse() throws Exception {
    assertThat(findings("/dev/nvme0n1", signature("gpt")))
        .extracting(Finding::line)
        .noneMatch(line -> line.contains("wipefs -a") || line.contains("umount"));
    assertThat(findings("/dev/sda", signature("gpt")))
        .extracting(Finding::clear)
        .containsExactly("wipefs -a /dev/sda");
    assertThat(findings("/dev/sda", signature("ceph_bluestore")))
        .extracting(Finding::clear)
        .containsExactly("ceph-volume lvm zap /dev/sda --destroy");
  }

  @Test
  void aSourceThatCouldNotLookIsARefusal() throws Exception {
    SignatureReading unknown =
        new SignatureReading(
            List.of(),
            List.of(new SignatureReading.Failure("blkid is not installed", "apt install x")),
            null,
            null);
    assertThat(findings("/dev/sda", unknown))
        .singleElement()
        .satisfies(finding -> assertThat(finding.line()).contains("blkid is not installed"));
  }

  @Test
  void aPartitionTypeWithoutASignatureIsARefusal() throws Exception {
    SignatureReading journal =
        new SignatureReading(
            List.of(), List.of(), "45B0969E-9B03-4F30-B4C6-B4B80CEFF106", "some-id");
    assertThat(findings("/dev/nvme3n1p1", journal))
        .extracting(Finding::what)
        .containsExactly("the partition table calls it a Ceph journal");
  }

  @Test
  void onlyAProcessThatCanWriteCounts() throws Exception {
    Target target = targets.read("/dev/sda", null);
    assertThat(Occupancy.findings(target, use(new OpenFile(7, "multipathd", false)), BLANK))
        .isEmpty();
    assertThat(Occupancy.findings(target, use(new OpenFile(7, "ceph-osd", true)), BLANK))
        .extracting(Finding::what)
        .containsExactly("ceph-osd (process 7) has it open for writing");
  }

  @Test
  void insideAContainerBlockDevicesAreRefusedAndFilesAreNot() throws Exception {
    HostUse inside = new HostUse(List.of(), List.of(), List.of(), null, List.of(), List.of(), true);
    assertThat(Occupancy.findings(targets.read("/dev/sda", null), inside, BLANK))
        .extracting(Finding::rule)
        .containsExactly(Rule.CONTAINER);
    assertThat(Occupancy.findings(targets.read("/var/tmp/free", null), inside, BLANK)).isEmpty();
  }

  @Test
  void theNamespaceIsReadFromOurOwnLink(@TempDir Path empty) throws Exception {
    BlockTree tree = new BlockTreeReader(machine.files()).read();
    assertThat(uses().read(tree, node -> false).foreignProcessNamespace()).isFalse();
    Machine inside = Machine.of("container", empty);
    HostUseReader insideUses = new HostUseReader(inside.files(), inside, 1);
    assertThat(insideUses.read(tree, node -> false).foreignProcessNamespace()).isTrue();
    Files.delete(empty.resolve("proc/self/ns/pid"));
    assertThat(insideUses.read(tree, node -> false).foreignProcessNamespace()).isTrue();
  }

  /**
   * Random machines: somewhere on or above the target there is one user. Whatever it is and however
   * many layers lie between, the target is not free.
   */
  @Test
  void noTreeWithAUserIsFree() throws Exception {
    Target some = targets.read("/dev/sda", null);
    Random random = new Random(20260101);
    for (int round = 0; round < 3000; round++) {
      List<BlockNode> nodes = new ArrayList<>();
      BlockNode target = node("sda", nodes.size(), null, List.of());
      nodes.add(target);
      Set<String> above = new HashSet<>(Set.of("sda"));
      int layers = random.nextInt(6);
      for (int i = 0; i < layers; i++) {
        BlockNode under = nodes.get(random.nextInt(nodes.size()));
        boolean partition = !under.isPartition() && random.nextBoolean();
        nodes.add(
            partition
                ? node(under.name() + "p" + i, nodes.size(), under.name(), List.of())
                : node("md" + i, nodes.size(), null, List.of(under.name())));
        above.add(nodes.get(nodes.size() - 1).name());
      }
      BlockNode used = nodes.get(random.nextInt(nodes.size()));
      Node behind =
          new Node(
              Path.of("/dev/" + used.name()),
              Node.Type.BLOCK,
              used.number(),
              new DeviceNumber(0, 5),
              0,
              0);
      int kind = random.nextInt(6);
      HostUse use =
          new HostUse(
              kind == 0 ? List.of(new Mount(used.number(), "/mnt", "xfs", "x")) : List.of(),
              kind == 1 ? List.of(new SwapUse("/dev/x", behind)) : List.of(),
              kind == 2 ? List.of(new LoopUse("loop9", behind)) : List.of(),
              kind == 3 ? used.number() : null,
              kind == 5
                  ? List.of(new OsdLink(Path.of("/x/ceph-1/block"), "block", behind))
                  : List.of(),
              kind == 4 ? List.of(new OpenFile(1, "x", true)) : List.of(),
              false);
      Target found = target(some, target, new BlockTree(nodes));
      assertThat(found.scope()).extracting(BlockNode::name).containsAll(above);
      assertThat(Occupancy.findings(found, use, BLANK)).as("round %s", round).isNotEmpty();
      if (nodes.size() > 1) {
        assertThat(Occupancy.findings(found, use(), BLANK)).as("round %s", round).isNotEmpty();
      }
    }
  }

  @Test
  void layersThatGoInCirclesEnd() throws Exception {
    Target some = targets.read("/dev/sda", null);
    BlockNode one = node("md1", 1, null, List.of("md2"));
    BlockNode two = node("md2", 2, null, List.of("md1"));
    Target target = target(some, one, new BlockTree(List.of(one, two)));
    assertThat(Occupancy.findings(target, use(), BLANK)).isNotEmpty();
    assertThat(target.tree().disks(one)).containsExactly(one);
  }

  private List<Finding> findings(String path, SignatureReading medium) throws Exception {
    Target target = targets.read(path, null);
    return Occupancy.findings(target, uses().read(target.tree(), node -> false), medium);
  }

  private HostUseReader uses() {
    return new HostUseReader(machine.files(), machine, 1);
  }

  private static SignatureReading signature(String type) {
    return new SignatureReading(List.of(new Signature(type, "wipefs")), List.of(), null, null);
  }

  private static HostUse use(OpenFile... open) {
    return new HostUse(List.of(), List.of(), List.of(), null, List.of(), List.of(open), false);
  }

  private static Target target(Target some, BlockNode block, BlockTree tree) {
    return new Target(
        some.facts(), some.node(), block, tree, some.identity(), some.layers(), false);
  }

  private static BlockNode node(
      String name, int minor, @Nullable String disk, List<String> slaves) {
    return new BlockNode(
        name,
        new DeviceNumber(8, minor),
        Path.of("/sys/devices/" + name),
        1L << 30,
        0,
        false,
        false,
        false,
        disk,
        slaves,
        List.of(),
        null,
        null,
        null,
        false,
        null);
  }
}
