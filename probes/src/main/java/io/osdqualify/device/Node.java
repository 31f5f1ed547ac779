package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import java.nio.file.Path;

/**
 * What stat(2) says of a path, links followed.
 *
 * @param realPath behind all links
 * @param device the device that a block or character node stands for; 0:0 for anything else
 * @param fileSystem the device of the file system that it lies on
 * @param size of a regular file, in bytes
 */
record Node(
    Path realPath, Type type, DeviceNumber device, DeviceNumber fileSystem, long inode, long size) {

  /** The file types that matter here. */
  enum Type {
    BLOCK,
    CHARACTER,
    REGULAR,
    DIRECTORY,
    OTHER
  }

  boolean sameFile(Node other) {
    return fileSystem.equals(other.fileSystem) && inode == other.inode;
  }
}
