package io.osdqualify.device;

import io.osdqualify.device.Finding.Rule;
import io.osdqualify.host.DeviceNumber;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that say why a target must not be written to. A pure function of what was collected;
 * the order of the findings is that of the checks. No option overrides one of them.
 */
final class Occupancy {

  private final Target target;
  private final HostUse use;
  private final SignatureReading medium;
  private final List<Finding> findings = new ArrayList<>();

  private Occupancy(Target target, HostUse use, SignatureReading medium) {
    this.target = target;
    this.use = use;
    this.medium = medium;
  }

  /** All reasons; none for a target that is free. */
  static List<Finding> findings(Target target, HostUse use, SignatureReading medium) {
    Occupancy occupancy = new Occupancy(target, use, medium);
    occupancy.check();
    return List.copyOf(occupancy.findings);
  }

  private void check() {
    BlockNode block = target.block();
    Node node = target.node();
    if (block != null) {
      device(block);
      List<BlockNode> scope = new ArrayList<>(target.scope());
      Node backing = backing(block);
      scope.addAll(below(backing));
      scope.forEach(this::mounts);
      scope.forEach(this::swaps);
      scope.forEach(this::resume);
      if (backing != null) {
        fileSwaps(backing);
      }
      scope.stream().filter(one -> !one.equals(block)).forEach(this::holder);
      scope.forEach(this::bcache);
      scope.forEach(one -> loops(one.number(), describe(one)));
      if (backing != null) {
        otherLoops(backing, block.name());
      }
      partitions(block);
      scope.forEach(this::osds);
      if (backing != null) {
        fileOsds(backing);
      }
    } else if (node != null) {
      fileSwaps(node);
      fileLoops(node);
      fileOsds(node);
    }
    signatures();
    partitionType();
    openFiles();
    if (block != null && use.foreignProcessNamespace()) {
      add(
          Rule.CONTAINER,
          "other users of the device can't be seen from inside this container (another PID"
              + " namespace than the machine's): run it with the machine's (--pid=host, hostPID)",
          "readlink /proc/self/ns/pid",
          null);
    }
  }

  private void device(BlockNode block) {
    String see = "lsblk -o NAME,SIZE,RO,RM " + target.word();
    if (block.size() == 0) {
      add(
          Rule.DEVICE,
          block.removable()
              ? "there is no medium in the drive (size 0)"
              : "the device has size 0: it is not set up, or broken",
          see,
          null);
    }
    if (block.readOnly()) {
      add(Rule.DEVICE, "the device is read-only", "blockdev --getro " + target.word(), null);
    }
    if (block.hidden()) {
      add(Rule.DEVICE, "it is one path of a multipath drive, not the drive", see, null);
    }
  }

  private void mounts(BlockNode one) {
    Set<String> points = new LinkedHashSet<>();
    boolean system = false;
    for (Mount mount : use.mounts()) {
      if (mount.device().equals(one.number())) {
        points.add(mount.point());
        system |= mount.isSystem();
      }
    }
    if (!points.isEmpty()) {
      String first = points.iterator().next();
      add(
          Rule.MOUNT,
          describe(one)
              + " is mounted on "
              + String.join(", ", points)
              + (system ? ": the system runs from it" : ""),
          "findmnt " + ShellWord.quote(one.path()),
          system ? null : "umount " + ShellWord.quote(first));
    }
  }

  private void swaps(BlockNode one) {
    for (SwapUse swap : use.swaps()) {
      if (swap.node().type() == Node.Type.BLOCK && swap.node().device().equals(one.number())) {
        swap(describe(one) + " is swap space in use", swap);
      }
    }
  }

  private void fileSwaps(Node file) {
    for (SwapUse swap : use.swaps()) {
      if (swap.node().type() == Node.Type.REGULAR && swap.node().sameFile(file)) {
        swap("the file is swap space in use", swap);
      }
    }
  }

  private void swap(String what, SwapUse swap) {
    add(Rule.MOUNT, what, "swapon --show", "swapoff " + ShellWord.quote(swap.path()));
  }

  private void resume(BlockNode one) {
    DeviceNumber resume = use.resume();
    if (one.number().equals(resume)) {
      add(
          Rule.MOUNT,
          describe(one) + " is what the machine wakes up from after hibernation",
          "cat /sys/power/resume",
          null);
    }
  }

  /** What stands on the target, partitions apart: those have a rule of their own. */
  private void holder(BlockNode one) {
    if (one.isPartition() || isDiskOfTarget(one) || isUnder(one)) {
      return;
    }
    add(Rule.HOLDER, one.title() + " is made of it", "lsblk " + target.word(), release(one));
  }

  private void bcache(BlockNode one) {
    if (one.bcache() && target.tree().holders(one).isEmpty()) {
      add(
          Rule.HOLDER,
          describe(one) + " is registered with bcache",
          "ls -l /sys/class/block/" + one.name() + "/bcache",
          null);
    }
  }

  private void loops(DeviceNumber number, String what) {
    BlockNode own = target.block();
    for (LoopUse loop : use.loops()) {
      boolean self = own != null && loop.name().equals(own.name());
      if (!self
          && loop.backing().type() == Node.Type.BLOCK
          && loop.backing().device().equals(number)) {
        loop(what, loop);
      }
    }
  }

  private void fileLoops(Node file) {
    for (LoopUse loop : use.loops()) {
      if (loop.backing().type() == Node.Type.REGULAR && loop.backing().sameFile(file)) {
        loop("the file", loop);
      }
    }
  }

  private void otherLoops(Node backing, String self) {
    for (LoopUse loop : use.loops()) {
      if (!loop.name().equals(self)
          && backing.type() == Node.Type.REGULAR
          && loop.backing().type() == Node.Type.REGULAR
          && loop.backing().sameFile(backing)) {
        loop("the file behind it", loop);
      }
    }
  }

  private void loop(String what, LoopUse loop) {
    add(
        Rule.HOLDER,
        what + " is what the loop device " + loop.name() + " shows",
        "losetup --list /dev/" + loop.name(),
        "losetup --detach /dev/" + loop.name());
  }

  private void partitions(BlockNode block) {
    List<String> names =
        target.tree().partitions(block).stream().map(BlockNode::name).sorted().toList();
    if (!names.isEmpty()) {
      add(
          Rule.PARTITION,
          "it has partitions: " + String.join(", ", names),
          "lsblk " + target.word(),
          wipe(null));
    }
  }

  private void osds(BlockNode one) {
    for (OsdLink osd : use.osds()) {
      if (osd.node().type() == Node.Type.BLOCK && osd.node().device().equals(one.number())) {
        osd(describe(one), osd);
      }
    }
  }

  private void fileOsds(Node file) {
    for (OsdLink osd : use.osds()) {
      if (osd.node().type() == Node.Type.REGULAR && osd.node().sameFile(file)) {
        osd("the file", osd);
      }
    }
  }

  /** No command to clear it: whether the OSD may go is a question to the cluster. */
  private void osd(String what, OsdLink osd) {
    add(
        Rule.OSD,
        what + " is the " + osd.role() + " of " + osd.osd() + ", running or not",
        "ls -l " + ShellWord.quote(osd.link().toString()),
        null);
  }

  private void signatures() {
    for (SignatureReading.Failure failure : medium.failures()) {
      add(
          Rule.SIGNATURE,
          "it can't be known what is on it: " + failure.what(),
          "blkid -p " + target.word() + "; wipefs --no-act " + target.word(),
          failure.cure());
    }
    if (!medium.signatures().isEmpty()) {
      boolean ceph = medium.signatures().stream().anyMatch(Signature::isCeph);
      add(
          Rule.SIGNATURE,
          "it carries the signature of "
              + String.join(", ", medium.types())
              + " (seen by "
              + String.join(", ", medium.sources())
              + ")",
          ceph
              ? "ceph-bluestore-tool show-label --dev " + target.word()
              : "wipefs --no-act " + target.word(),
          wipe(ceph));
    }
  }

  private void partitionType() {
    String owner = PartitionTypes.owner(medium.partitionType());
    BlockNode block = target.block();
    if (owner != null && block != null) {
      add(
          Rule.SIGNATURE,
          "the partition table calls it " + owner,
          "blkid -p " + target.word(),
          null);
    }
  }

  private void openFiles() {
    for (OpenFile open : use.openFiles()) {
      if (open.writable()) {
        add(
            Rule.OWNER,
            open.title() + " has it open for writing",
            "ls -l /proc/" + open.process() + "/fd",
            null);
      }
    }
  }

  /** A command that wipes is only ever shown where nothing above says that the device is in use. */
  private @Nullable String wipe(@Nullable Boolean ceph) {
    boolean used =
        findings.stream()
            .map(Finding::rule)
            .anyMatch(rule -> rule == Rule.MOUNT || rule == Rule.HOLDER || rule == Rule.OSD);
    if (used) {
      return null;
    }
    return Boolean.TRUE.equals(ceph) && target.block() != null
        ? "ceph-volume lvm zap " + target.word() + " --destroy"
        : "wipefs -a " + target.word();
  }

  private static @Nullable String release(BlockNode one) {
    if (one.isLogicalVolume()) {
      return "lvchange -an " + ShellWord.quote(one.volume());
    }
    if (one.isCrypt()) {
      return "cryptsetup close " + ShellWord.quote("" + one.dmName());
    }
    if (one.isMultipath()) {
      return null; // the multipath device itself is what can be tested
    }
    if (one.isMapped()) {
      return "dmsetup remove " + ShellWord.quote("" + one.dmName());
    }
    if (one.isRaid()) {
      return "mdadm --stop /dev/" + one.name();
    }
    if (one.isBcache()) {
      return "echo 1 > /sys/block/" + one.name() + "/bcache/stop";
    }
    return null;
  }

  /** What a loop device shows; null for all others. */
  private @Nullable Node backing(BlockNode block) {
    return use.loops().stream()
        .filter(loop -> loop.name().equals(block.name()))
        .max(Comparator.comparing(LoopUse::name))
        .map(LoopUse::backing)
        .orElse(null);
  }

  /** The devices whose use is a use of what a loop device shows, where that is a device. */
  private List<BlockNode> below(@Nullable Node backing) {
    BlockNode found =
        backing == null || backing.type() != Node.Type.BLOCK
            ? null
            : target.tree().find(backing.device());
    return found == null ? List.of() : Target.scope(target.tree(), found);
  }

  private boolean isDiskOfTarget(BlockNode one) {
    BlockNode block = target.block();
    return block != null && one.equals(target.tree().wholeDisk(block));
  }

  /** Whether it is the device that a loop device shows, or the disk of that. */
  private boolean isUnder(BlockNode one) {
    BlockNode block = target.block();
    Node backing = block == null ? null : backing(block);
    BlockNode found =
        backing == null || backing.type() != Node.Type.BLOCK
            ? null
            : target.tree().find(backing.device());
    return found != null && (one.equals(found) || one.equals(target.tree().wholeDisk(found)));
  }

  private String describe(BlockNode one) {
    if (one.equals(target.block())) {
      return "it";
    }
    if (isDiskOfTarget(one)) {
      return "its disk " + one.name();
    }
    return one.isPartition() ? "its partition " + one.name() : one.title();
  }

  private void add(Rule rule, String what, String see, @Nullable String clear) {
    findings.add(new Finding(rule, what, see, clear));
  }
}
