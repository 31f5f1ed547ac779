package io.osdqualify.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The way from a disk up to the root of the machine's devices, as sysfs has it. */
record DeviceFolders(HostFiles files) {

  /** The disk's own device first, then what it is attached to; none where it has no device. */
  Stream<Path> above(String disk) {
    try {
      Path top = files.at("sys").toRealPath();
      Path device =
          files.at("sys", "class", "block", disk.replace('/', '!'), "device").toRealPath();
      return Stream.iterate(device, at -> at != null && at.startsWith(top), Path::getParent);
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** The nearest that has such a file. */
  Optional<Path> nearest(String disk, String file) {
    return above(disk).filter(folder -> Files.exists(folder.resolve(file))).findFirst();
  }
}
