package io.osdqualify.device;

import io.osdqualify.evidence.TargetKind;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out what a path is: path → real path → device number → sysfs → disk → disks under it. */
final class TargetReader {

  private final HostFiles files;
  private final NodeReader nodes;
  private final DeviceTargetReader devices;
  private final FileTargetReader fileTargets;

  TargetReader(HostFiles files, NodeReader nodes) {
    this.files = files;
    this.nodes = nodes;
    this.devices = new DeviceTargetReader(new DriveReader(files));
    this.fileTargets = new FileTargetReader(nodes, new MountReader(files, nodes));
  }

  /**
   * Looks at a device or file.
   *
   * @throws TargetUsageException where the path can be no target, or the size does not fit it
   * @throws IOException where the machine does not tell enough
   */
  Target read(String given, @Nullable Long size) throws IOException, TargetUsageException {
    Path path = path(given);
    BlockTree tree = new BlockTreeReader(files).read();
    Node node;
    try {
      node = nodes.read(path);
    } catch (NoSuchFileException e) {
      return fileTargets.absent(given, path, size, tree);
    }
    return of(given, node, size, tree);
  }

  /** Looks at what is behind a node, as of a held descriptor. */
  Target read(String given, Node node, @Nullable Long size)
      throws IOException, TargetUsageException {
    return of(given, node, size, new BlockTreeReader(files).read());
  }

  private Target of(String given, Node node, @Nullable Long size, BlockTree tree)
      throws IOException, TargetUsageException {
    return switch (node.type()) {
      case BLOCK -> {
        BlockNode block = tree.find(node.device());
        if (block == null) {
          throw new TargetUsageException(
              given + ": there is no block device " + node.device() + " on this machine");
        }
        yield devices.read(given, node, block, size, tree);
      }
      case REGULAR -> fileTargets.existing(given, node, size, tree);
      case CHARACTER -> throw new TargetUsageException(given + " " + character(node, tree));
      case DIRECTORY ->
          throw new TargetUsageException(
              given + " is a folder: name a file in it (with --size), or use --scratch");
      case OTHER -> throw new TargetUsageException(given + " is no block device and no file");
    };
  }

  /** What is known of a scratch file before it is made. */
  Target scratch(String folder, long size) throws IOException, TargetUsageException {
    Path path = path(folder);
    Node node;
    try {
      node = nodes.read(path);
    } catch (NoSuchFileException e) {
      throw new TargetUsageException(folder + ": there is no such folder");
    }
    if (node.type() != Node.Type.DIRECTORY) {
      throw new TargetUsageException(folder + " is no folder");
    }
    BlockTree tree = new BlockTreeReader(files).read();
    return fileTargets.make(folder, TargetKind.SCRATCH, node, node.realPath(), size, tree);
  }

  private static Path path(String given) throws TargetUsageException {
    try {
      if (!given.isBlank()) {
        return Path.of(given).toAbsolutePath();
      }
    } catch (InvalidPathException e) {
      // said below
    }
    throw new TargetUsageException("\"" + given + "\" is no path");
  }

  /** What a character device is instead, and which block devices belong to it. */
  private static String character(Node node, BlockTree tree) {
    String name = String.valueOf(node.realPath().getFileName());
    if (name.matches("nvme\\d+")) {
      List<String> namespaces =
          tree.all().stream()
              .map(BlockNode::name)
              .filter(block -> block.matches(name + "n\\d+"))
              .map(block -> "/dev/" + block)
              .toList();
      return "is a controller, not a drive: name one of its namespaces"
          + (namespaces.isEmpty() ? "" : ", as " + String.join(", ", namespaces));
    }
    if (name.matches("ng\\d+n\\d+")) {
      return "is a character device: name the block device /dev/nvme" + name.substring(2);
    }
    return "is a character device, not a block device";
  }
}
