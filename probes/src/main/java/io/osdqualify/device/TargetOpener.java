package io.osdqualify.device;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens targets. An interface because Java can't open a device exclusively: the native engine does
 * it. Only the {@link SafetyGate} calls it for writing.
 */
public interface TargetOpener {

  /**
   * Opens a block device with O_EXCL, which fails while a file system, a volume manager, swap or
   * another run holds it, or a regular file. Nothing is created or truncated.
   *
   * @return a file descriptor of this process
   * @throws OpenException with the kernel's errno; EBUSY where the device is held
   */
  int openExclusive(Path path, boolean writable) throws IOException;

  /**
   * Makes a nameless file in a folder: nothing is left of it when it is closed.
   *
   * @return a file descriptor of this process
   * @throws OpenException with the kernel's errno
   */
  int openScratch(Path folder) throws IOException;

  /**
   * The size of what is behind a descriptor, in bytes.
   *
   * @throws OpenException with the kernel's errno
   */
  long size(int fd) throws IOException;

  /**
   * Makes a regular file this long and gives it its blocks.
   *
   * @param length in bytes
   * @throws OpenException with the kernel's errno; ENOSPC where there is no room
   */
  void allocate(int fd, long length) throws IOException;

  /** Closes a descriptor; the exclusive hold ends with it. */
  void close(int fd);
}
