package io.osdqualify.device;

import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The write cache of SCSI and SATA drives as the sd driver sets it: a word written to {@code
 * cache_type} changes the drive itself and the kernel's view of it (drivers/scsi/sd.c,
 * cache_type_store).
 */
record CacheSetting(HostFiles files) {

  static final String ON = "write back";
  static final String OFF = "write through";

  /** The value of a disk, as {@code write back}; empty where it has none. */
  Optional<String> value(String disk) {
    return file(disk).map(HostFiles::line);
  }

  /**
   * Changes the drive.
   *
   * @throws IOException where the drive or the kernel does not take it
   */
  void write(String disk, String value) throws IOException {
    Path file =
        file(disk).orElseThrow(() -> new IOException(disk + " has no write cache to be set"));
    Files.write(
        file,
        (value + "\n").getBytes(StandardCharsets.US_ASCII),
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
    String now = HostFiles.line(file);
    if (!value.equals(now)) {
      throw new IOException(
          "the write cache of " + disk + " does not change: it is \"" + now + "\" still");
    }
  }

  /** The disk with this serial. */
  Optional<String> diskOf(String serial) throws IOException {
    DriveReader drives = new DriveReader(files);
    return new BlockTreeReader(files)
        .read().all().stream()
            .filter(node -> node.disk() == null)
            .filter(node -> serial.equals(drives.read(node).serial()))
            .map(BlockNode::name)
            .findFirst();
  }

  private Optional<Path> file(String disk) {
    Path types = files.at("sys", "class", "block", disk, "device", "scsi_disk");
    return HostFiles.names(types).stream()
        .map(entry -> types.resolve(entry).resolve("cache_type"))
        .filter(Files::isRegularFile)
        .findFirst();
  }
}
