package io.osdqualify.device;

import io.osdqualify.host.DeviceFolders;
import io.osdqualify.host.HostFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads from sysfs how a drive is attached to the machine. */
final class LinkReader {

  private static final Pattern ATA = Pattern.compile("/ata(\\d+)/");

  /** PCIe writes 0 or 255 lanes where there is no link. */
  private static final int MOST_LANES = 32;

  private final HostFiles files;
  private final DeviceFolders folders;

  LinkReader(HostFiles files) {
    this.files = files;
    this.folders = new DeviceFolders(files);
  }

  /** The link of a disk; null where the kernel tells of none. */
  @Nullable DriveLink read(BlockNode disk, String transport) {
    return switch (transport) {
      case "nvme" -> pcie(disk);
      case "sata" -> sata(disk);
      default -> null;
    };
  }

  /** The NUMA node; null where the machine has one only, or does not say. */
  @Nullable Integer numaNode(BlockNode disk) {
    for (Path folder : ancestors(disk)) {
      Long node = HostFiles.number(folder.resolve("numa_node"));
      if (node != null) {
        return node < 0 ? null : (Integer) node.intValue();
      }
    }
    return null;
  }

  private @Nullable DriveLink pcie(BlockNode disk) {
    for (Path folder : ancestors(disk)) {
      String speed = speed(folder.resolve("current_link_speed"));
      Integer width = lanes(folder.resolve("current_link_width"));
      if (speed != null || width != null) {
        return DriveLink.of(
            "pcie",
            speed,
            speed(folder.resolve("max_link_speed")),
            width,
            lanes(folder.resolve("max_link_width")));
      }
    }
    return null;
  }

  private @Nullable DriveLink sata(BlockNode disk) {
    Matcher port = ATA.matcher("" + disk.folder());
    if (!port.find()) {
      return null;
    }
    Path link = files.at("sys", "class", "ata_link", "link" + port.group(1));
    String speed = speed(link.resolve("sata_spd"));
    return speed == null
        ? null
        : DriveLink.of("sata", speed, speed(link.resolve("hw_sata_spd_limit")), null, null);
  }

  private static @Nullable String speed(Path file) {
    String line = HostFiles.line(file);
    return line == null || !line.matches("\\d.*") ? null : line.replace(" PCIe", "");
  }

  private static @Nullable Integer lanes(Path file) {
    Long lanes = HostFiles.number(file);
    return lanes == null || lanes < 1 || lanes > MOST_LANES ? null : (Integer) lanes.intValue();
  }

  private List<Path> ancestors(BlockNode disk) {
    return folders.above(disk.name()).toList();
  }
}
