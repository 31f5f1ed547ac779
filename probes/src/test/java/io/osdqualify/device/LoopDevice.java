package io.osdqualify.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A loop device on a sparse file in memory; detaches exactly itself. */
final class LoopDevice implements AutoCloseable {

  private final Path image;
  private final String path;
  private boolean closed;

  private LoopDevice(Path image, String path) {
    this.image = image;
    this.path = path;
  }

  static LoopDevice of(long mebibytes) throws IOException {
    Path folder = Files.isDirectory(Path.of("/dev/shm")) ? Path.of("/dev/shm") : Path.of("/tmp");
    Path image = Files.createTempFile(folder, "osd-qualify-", ".img");
    try {
      Shell.run("truncate -s " + mebibytes + "M " + image);
      return new LoopDevice(image, Shell.run("losetup --find --show " + image));
    } catch (IllegalStateException e) {
      Files.delete(image);
      throw e;
    }
  }

  /** {@code /dev/loopN}. */
  String path() {
    return path;
  }

  String name() {
    return path.substring("/dev/".length());
  }

  Path image() {
    return image;
  }

  /** The checksum of all of it. */
  String checksum() {
    return Shell.run("sha256sum < " + path);
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      Shell.run("losetup --detach " + path);
      Files.delete(image);
    }
  }
}
