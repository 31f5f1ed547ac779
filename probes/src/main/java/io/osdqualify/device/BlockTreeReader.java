package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the block devices from sysfs. */
final class BlockTreeReader {

  /** sysfs counts sizes and starts in sectors of 512 B, whatever the device's own block is. */
  private static final long SECTOR_BYTES = 512;

  private final HostFiles files;

  BlockTreeReader(HostFiles files) {
    this.files = files;
  }

  /**
   * All of them; those that go away meanwhile are left out.
   *
   * @throws IOException where this machine shows no block devices at all: nothing can be said then
   */
  BlockTree read() throws IOException {
    Path folder = files.at("sys", "class", "block");
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is not there: is sysfs mounted?");
    }
    List<BlockNode> nodes = new ArrayList<>();
    for (String entry : HostFiles.names(folder)) {
      BlockNode node = read(folder.resolve(entry), entry);
      if (node != null) {
        nodes.add(node);
      }
    }
    return new BlockTree(nodes);
  }

  private static @Nullable BlockNode read(Path link, String entry) {
    Path real;
    try {
      real = link.toRealPath();
    } catch (IOException e) {
      return null;
    }
    DeviceNumber number = DeviceNumber.parse(HostFiles.line(real.resolve("dev")));
    if (number == null) {
      return null;
    }
    boolean partition = Files.exists(real.resolve("partition"));
    Path disk = partition ? real.getParent() : null;
    Path owner = disk == null ? real : disk;
    return new BlockNode(
        name(entry),
        number,
        real,
        sectors(real.resolve("size")) * SECTOR_BYTES,
        partition ? sectors(real.resolve("start")) : 0,
        Boolean.TRUE.equals(HostFiles.flag(real.resolve("ro")))
            || Boolean.TRUE.equals(HostFiles.flag(owner.resolve("ro"))),
        Boolean.TRUE.equals(HostFiles.flag(owner.resolve("removable"))),
        Boolean.TRUE.equals(HostFiles.flag(owner.resolve("hidden"))),
        disk == null ? null : name(String.valueOf(disk.getFileName())),
        names(real.resolve("slaves")),
        names(real.resolve("holders")),
        HostFiles.line(real.resolve("dm").resolve("name")),
        HostFiles.line(real.resolve("dm").resolve("uuid")),
        HostFiles.line(real.resolve("loop").resolve("backing_file")),
        Files.exists(real.resolve("bcache")),
        HostFiles.line(owner.resolve("diskseq")));
  }

  /** A count that sysfs must have; 0 (which nothing is done on) where it does not. */
  private static long sectors(Path file) {
    Long sectors = HostFiles.number(file);
    return sectors == null || sectors < 0 || sectors > Long.MAX_VALUE / SECTOR_BYTES ? 0 : sectors;
  }

  private static List<String> names(Path folder) {
    return HostFiles.names(folder).stream().map(BlockTreeReader::name).toList();
  }

  /** sysfs has no '/' in a name and writes '!' instead, as in cciss!c0d0. */
  private static String name(String entry) {
    return entry.replace('!', '/');
  }
}
