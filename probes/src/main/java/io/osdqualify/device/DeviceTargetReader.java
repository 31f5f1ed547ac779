package io.osdqualify.device;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts together what is known of a block device and of the disks under it. */
final class DeviceTargetReader {

  /** Transports of drivers that make a disk of something else. */
  private static final Set<String> NO_DISKS = Set.of("loop", "zram", "ram", "nbd", "rbd");

  private static final String WRITE_THROUGH = "write through";
  private static final String WRITE_BACK = "write back";

  private final DriveReader drives;

  DeviceTargetReader(DriveReader drives) {
    this.drives = drives;
  }

  Target read(String given, Node node, BlockNode block, @Nullable Long size, BlockTree tree)
      throws TargetUsageException {
    BlockNode base = tree.wholeDisk(block);
    List<BlockNode> disks = tree.disks(block);
    List<Drive> below = disks.stream().map(drives::read).toList();
    Drive only = below.size() == 1 ? below.get(0) : null;
    boolean named = namesDrive(base, disks);
    QueueFacts queue = QueueFacts.read(base.folder().resolve("queue"));
    Range range =
        block.size() == 0
            ? new Range(0, false)
            : Range.of(block.size(), size, queue.physicalBlock());
    String serial = named ? common(below, Drive::serial) : null;
    String transport = common(below, Drive::transport);
    TargetFacts facts =
        new TargetFacts(
            given,
            node.realPath().toString(),
            kind(block, transport),
            only == null ? null : disks.get(0).name(),
            common(below, Drive::model),
            serial,
            common(below, Drive::firmware),
            transport == null ? "unknown" : transport,
            block.size(),
            0,
            range.bytes(),
            queue.logicalBlock(),
            queue.physicalBlock(),
            rotational(queue, disks),
            queue.scheduler(),
            queue.writeCache(),
            cache(below),
            queue.fua(),
            virtualReason(base, below),
            notes(block, base, disks, below, queue));
    Identity identity =
        new Identity(
            block.number(),
            0,
            block.folder().toString(),
            serial,
            base.isMapped() ? base.dmUuid() : common(below, Drive::wwid),
            block.sequence(),
            block.startSector(),
            block.size());
    TargetLayers layers =
        new TargetLayers(block.name(), disks.stream().map(BlockNode::name).toList());
    return new Target(facts, node, block, tree, identity, layers, range.reduced());
  }

  /** Whether the serial of what is below names the target: a disk, or all paths to one. */
  private static boolean namesDrive(BlockNode base, List<BlockNode> disks) {
    return base.isMultipath() || (disks.size() == 1 && disks.get(0).equals(base));
  }

  private static TargetKind kind(BlockNode block, @Nullable String transport) {
    if (block.isPartition()) {
      return TargetKind.PARTITION;
    }
    if (block.isLogicalVolume()) {
      return TargetKind.LOGICAL_VOLUME;
    }
    if (block.isLoop()) {
      return TargetKind.LOOP;
    }
    boolean layer = block.isMapped() || block.isRaid() || block.isBcache();
    boolean disk =
        transport != null
            && !NO_DISKS.contains(transport)
            && (Files.exists(block.folder().resolve("device")) || transport.equals("pmem"));
    return disk && !layer ? TargetKind.DISK : TargetKind.BLOCK;
  }

  /** The value that all of them have; absent where one has none or another. */
  private static @Nullable String common(
      List<Drive> drives, Function<Drive, @Nullable String> value) {
    Set<String> values =
        drives.stream().map(value).map(v -> Objects.toString(v, "")).collect(Collectors.toSet());
    String first = values.isEmpty() ? "" : values.iterator().next();
    return values.size() == 1 && !first.isEmpty() ? first : null;
  }

  private static DeviceCache cache(List<Drive> drives) {
    Set<DeviceCache> states = drives.stream().map(Drive::cache).collect(Collectors.toSet());
    return states.size() == 1 ? states.iterator().next() : DeviceCache.UNKNOWN;
  }

  /** A layer can claim to be flash over rotating disks, so that one of these decides. */
  private static @Nullable Boolean rotational(QueueFacts own, List<BlockNode> disks) {
    boolean rotating =
        disks.stream()
            .map(disk -> QueueFacts.read(disk.folder().resolve("queue")).rotational())
            .anyMatch(Boolean.TRUE::equals);
    return rotating ? Boolean.TRUE : own.rotational();
  }

  private static @Nullable String virtualReason(BlockNode base, List<Drive> below) {
    if (base.isRaid()) {
      return "an md array";
    }
    if (base.isBcache()) {
      return "a bcache device";
    }
    if (base.isCrypt()) {
      return "an encrypted layer (dm-crypt)";
    }
    if (base.isMapped() && !base.isLogicalVolume() && !base.isMultipath()) {
      return "a device-mapper layer";
    }
    String reason = VirtualDrives.reason(base.name(), "", "");
    if (reason != null) {
      return reason;
    }
    return below.stream()
        .map(Drive::virtualReason)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static List<String> notes(
      BlockNode block,
      BlockNode base,
      List<BlockNode> disks,
      List<Drive> drives,
      QueueFacts queue) {
    List<String> notes = new ArrayList<>();
    if (block.isPartition()) {
      notes.add("a partition: not a drive qualification");
    } else if (block.isLogicalVolume()) {
      notes.add("a logical volume: not a drive qualification");
    } else if (base.isMultipath()) {
      notes.add("a drive with " + disks.size() + " paths");
    }
    if (!disks.get(0).equals(base)) {
      for (int i = 0; i < disks.size(); i++) {
        String serial = drives.get(i).serial();
        notes.add(
            "lies on " + disks.get(i).name() + (serial == null ? "" : " with serial " + serial));
      }
    }
    if (WRITE_THROUGH.equals(queue.writeCache()) && !disks.get(0).equals(base)) {
      for (BlockNode disk : disks) {
        if (WRITE_BACK.equals(QueueFacts.read(disk.folder().resolve("queue")).writeCache())) {
          notes.add(
              base.name()
                  + " says write through over "
                  + disk.name()
                  + ", which says write back: flushes may be dropped");
        }
      }
    }
    if (drives.stream().anyMatch(drive -> drive.transport().equals("usb"))) {
      notes.add("behind a USB bridge, which may change what flushes do");
    }
    return notes;
  }
}
