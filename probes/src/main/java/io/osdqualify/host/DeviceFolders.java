package io.osdqualify.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The way from a disk up to the root of the machine's devices, as sysfs has it. */
public record DeviceFolders(HostFiles files) {

  /**
   * The disk's own device first, then what it is attached to; none where it has no device. Where
   * NVMe's own multipath is between, also what its controllers are attached to.
   *
   * @param disk the kernel's name
   */
  public Stream<Path> above(String disk) {
    Path device = files.at("sys", "class", "block", disk.replace('/', '!'), "device");
    Stream<Path> controllers =
        HostFiles.names(device).stream()
            .filter(name -> name.matches("nvme\\d+"))
            .map(device::resolve);
    return Stream.concat(Stream.of(device), controllers).flatMap(this::upwards);
  }

  private Stream<Path> upwards(Path from) {
    try {
      Path top = files.at("sys", "devices").toRealPath();
      return Stream.iterate(
          from.toRealPath(), at -> at != null && at.startsWith(top), Path::getParent);
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** The nearest that has such a file. */
  Optional<Path> nearest(String disk, String file) {
    return above(disk).filter(folder -> Files.exists(folder.resolve(file))).findFirst();
  }
}
