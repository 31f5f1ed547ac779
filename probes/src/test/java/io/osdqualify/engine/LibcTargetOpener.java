package io.osdqualify.engine;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import io.osdqualify.device.OpenException;
import io.osdqualify.device.TargetOpener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens targets with plain libc calls: the gate's tests need no engine. */
public class LibcTargetOpener implements TargetOpener {

  /** From asm-generic/fcntl.h. */
  private static final int O_RDWR = 2;

  private static final int O_EXCL = 0200;
  private static final int O_CLOEXEC = 02000000;

  private static final int SEEK_END = 2;

  private interface Libc extends Library {
    Libc LIBC = Native.load("c", Libc.class);

    int open(String path, int flags) throws LastErrorException;

    int mkstemp(byte[] template) throws LastErrorException;

    int unlink(byte[] path) throws LastErrorException;

    int close(int fd) throws LastErrorException;

    long lseek(int fd, long offset, int whence) throws LastErrorException;

    int posix_fallocate(int fd, long offset, long length);
  }

  @Override
  public int openExclusive(Path path, boolean writable) throws IOException {
    int exclusive = Files.isRegularFile(path) ? 0 : O_EXCL;
    try {
      return Libc.LIBC.open(path.toString(), (writable ? O_RDWR : 0) | exclusive | O_CLOEXEC);
    } catch (LastErrorException e) {
      throw new OpenException(e.getErrorCode(), path + ": errno " + e.getErrorCode());
    }
  }

  @Override
  public int openScratch(Path folder) throws IOException {
    byte[] template = Native.toByteArray(folder + "/scratch-XXXXXX");
    try {
      int fd = Libc.LIBC.mkstemp(template);
      Libc.LIBC.unlink(template);
      return fd;
    } catch (LastErrorException e) {
      throw new OpenException(e.getErrorCode(), folder + ": errno " + e.getErrorCode());
    }
  }

  @Override
  public long size(int fd) throws IOException {
    try {
      return Libc.LIBC.lseek(fd, 0, SEEK_END);
    } catch (LastErrorException e) {
      throw new OpenException(e.getErrorCode(), "size: errno " + e.getErrorCode());
    }
  }

  @Override
  public void allocate(int fd, long length) throws IOException {
    int errno = Libc.LIBC.posix_fallocate(fd, 0, length);
    if (errno != 0) {
      throw new OpenException(errno, "allocate: errno " + errno);
    }
  }

  @Override
  public void close(int fd) {
    Libc.LIBC.close(fd);
  }
}
