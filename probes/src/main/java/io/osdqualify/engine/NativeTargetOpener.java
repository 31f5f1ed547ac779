package io.osdqualify.engine;

import io.osdqualify.device.OpenException;
import io.osdqualify.device.TargetOpener;
import java.io.IOException;
import java.nio.file.Path;

/** Opens targets through the native engine: Java has no O_EXCL for devices. */
public class NativeTargetOpener implements TargetOpener {

  /** Loads the native library at the first opening, not before: a plan opens nothing. */
  public NativeTargetOpener() {}

  @Override
  public int openExclusive(Path path, boolean writable) throws IOException {
    OqLibrary.load();
    byte[] message = new byte[NativeEngine.MESSAGE_BYTES];
    int fd = OqLibrary.oq_target_open(path.toString(), writable ? 1 : 0, message, message.length);
    return checked(fd, message);
  }

  @Override
  public int openScratch(Path folder) throws IOException {
    OqLibrary.load();
    byte[] message = new byte[NativeEngine.MESSAGE_BYTES];
    int fd = OqLibrary.oq_scratch_open(folder.toString(), message, message.length);
    return checked(fd, message);
  }

  @Override
  public long size(int fd) throws IOException {
    long size = OqLibrary.oq_target_size(fd);
    if (size < 0) {
      throw new OpenException((int) -size, "the size can't be read: " + Errno.name((int) -size));
    }
    return size;
  }

  @Override
  public void allocate(int fd, long length) throws IOException {
    int result = OqLibrary.oq_target_allocate(fd, length);
    if (result < 0) {
      throw new OpenException(-result, "no room for " + length + " B: " + Errno.name(-result));
    }
  }

  @Override
  public void close(int fd) {
    OqLibrary.oq_target_close(fd);
  }

  private static int checked(int fd, byte[] message) throws IOException {
    if (fd < 0) {
      throw new OpenException(-fd, NativeEngine.text(message) + " (" + Errno.name(-fd) + ")");
    }
    return fd;
  }
}
