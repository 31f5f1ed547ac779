package io.osdqualify.device;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.quantity.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts together what is known of a file as a target: the file system and the disk under it. */
final class FileTargetReader {

  /** File systems that are memory. */
  private static final List<String> MEMORY = List.of("tmpfs", "ramfs", "devtmpfs");

  private final NodeReader nodes;
  private final MountReader mounts;

  FileTargetReader(NodeReader nodes, MountReader mounts) {
    this.nodes = nodes;
    this.mounts = mounts;
  }

  /** A file that is there. */
  Target existing(String given, Node node, @Nullable Long size, BlockTree tree)
      throws IOException, TargetUsageException {
    requireStorage(given, node.realPath());
    if (size == null && node.size() == 0) {
      throw new TargetUsageException(given + " is an empty file: say how large with --size");
    }
    return make(given, TargetKind.FILE, node, node.realPath(), size, tree);
  }

  /** A file that is still to be made. */
  Target absent(String given, Path path, @Nullable Long size, BlockTree tree)
      throws IOException, TargetUsageException {
    Path name = path.getFileName();
    Path parent = path.getParent();
    if (name == null || parent == null) {
      throw new TargetUsageException(given + " is no file");
    }
    Node folder;
    try {
      folder = nodes.read(parent);
    } catch (NoSuchFileException e) {
      throw new TargetUsageException(given + ": there is no such file or device");
    }
    if (folder.type() != Node.Type.DIRECTORY) {
      throw new TargetUsageException(given + ": " + parent + " is no folder");
    }
    Path real = folder.realPath().resolve(name);
    requireStorage(given, real);
    if (size == null) {
      throw new TargetUsageException(
          given + ": there is no such file or device (a file is made where --size is given)");
    }
    return make(given, TargetKind.FILE, folder, real, size, tree);
  }

  /**
   * The target of a file.
   *
   * @param node the file, or the folder that it is to be made in
   */
  Target make(
      String given, TargetKind kind, Node node, Path real, @Nullable Long size, BlockTree tree)
      throws IOException, TargetUsageException {
    boolean there = node.type() == Node.Type.REGULAR;
    long length = there ? node.size() : 0;
    long capacity = size == null ? length : Math.max(length, size);
    requireRoom(given, there ? real.getParent() : node.realPath(), capacity - length);
    Mount mount = mount(node, real);
    BlockNode device = mount == null ? null : device(mount, tree);
    List<BlockNode> disks = device == null ? List.of() : tree.disks(device);
    QueueFacts queue =
        disks.size() == 1
            ? QueueFacts.read(disks.get(0).folder().resolve("queue"))
            : QueueFacts.UNKNOWN;
    Range range = Range.of(capacity, size, queue.physicalBlock());
    String where = mount == null ? "" : " on " + mount.type();
    TargetFacts facts =
        new TargetFacts(
            given,
            real.toString(),
            kind,
            disks.size() == 1 ? disks.get(0).name() : null,
            null,
            null,
            null,
            "file",
            capacity,
            0,
            range.bytes(),
            queue.logicalBlock(),
            queue.physicalBlock(),
            queue.rotational(),
            queue.scheduler(),
            queue.writeCache(),
            DeviceCache.UNKNOWN,
            queue.fua(),
            "a file" + where,
            notes(mount, disks, content(length, capacity)));
    Identity identity =
        there
            ? new Identity(node.fileSystem(), node.inode(), null, null, null, null, 0, length)
            : null;
    TargetLayers layers = new TargetLayers(null, disks.stream().map(BlockNode::name).toList());
    return new Target(facts, there ? node : null, null, tree, identity, layers, range.reduced());
  }

  /** What the run takes from a file that is there already. */
  private static List<String> content(long length, long capacity) {
    if (length == 0) {
      return List.of();
    }
    String grows = capacity > length ? " and makes it " + Bytes.print(capacity) : "";
    return List.of("the file holds " + Bytes.print(length) + ": the run overwrites it" + grows);
  }

  private static List<String> notes(
      @Nullable Mount mount, List<BlockNode> disks, List<String> content) {
    List<String> notes = new ArrayList<>(content);
    if (mount != null && MEMORY.contains(mount.type())) {
      notes.add("a file in memory (" + mount.type() + "): no drive is measured");
    } else {
      notes.add("a file: its file system is measured too");
    }
    for (BlockNode disk : disks) {
      notes.add("lies on " + disk.name());
    }
    return notes;
  }

  /** By its device number; btrfs gives its files another one, so then by the longest path. */
  private @Nullable Mount mount(Node node, Path real) throws IOException {
    List<Mount> holding =
        mounts.read().stream()
            .filter(mount -> real.startsWith(Path.of(mount.point())))
            .sorted(Comparator.comparingInt((Mount mount) -> mount.point().length()).reversed())
            .toList();
    return holding.stream()
        .filter(mount -> mount.device().equals(node.fileSystem()))
        .findFirst()
        .orElse(holding.isEmpty() ? null : holding.get(0));
  }

  private @Nullable BlockNode device(Mount mount, BlockTree tree) {
    BlockNode found = tree.find(mount.device());
    if (found == null && mount.source().startsWith("/dev/")) {
      try {
        found = tree.find(nodes.read(Path.of(mount.source())).device());
      } catch (IOException e) {
        return null;
      }
    }
    return found;
  }

  /** A misspelt device name must not become a file in /dev, and /proc and /sys hold no files. */
  private static void requireStorage(String given, Path real) throws TargetUsageException {
    if (real.startsWith("/dev/shm")) {
      return;
    }
    for (String folder : List.of("/dev", "/proc", "/sys")) {
      if (real.startsWith(folder)) {
        throw new TargetUsageException(given + ": there is no such device");
      }
    }
  }

  private static void requireRoom(String given, @Nullable Path folder, long needed)
      throws TargetUsageException {
    if (folder == null || needed <= 0) {
      return;
    }
    long room;
    try {
      room = Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return; // allocating the file will tell
    }
    if (room < needed) {
      throw new TargetUsageException(
          given + ": " + DriveSize.text(needed) + " are needed, " + DriveSize.text(room) + " free");
    }
  }
}
