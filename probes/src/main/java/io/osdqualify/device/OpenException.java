package io.osdqualify.device;

import java.io.IOException;

/** The target could not be opened, measured or allocated; carries the kernel's reason. */
public final class OpenException extends IOException {

  private static final long serialVersionUID = 1L;

  /** EBUSY of asm-generic/errno-base.h, the same on all architectures that we run on. */
  private static final int EBUSY = 16;

  private final int errno;

  /**
   * @param errno the kernel's error number, positive
   * @param message one line that names the target
   */
  public OpenException(int errno, String message) {
    super(message);
    this.errno = errno;
  }

  public int errno() {
    return errno;
  }

  /** Whether somebody else holds the device exclusively. */
  public boolean isBusy() {
    return errno == EBUSY;
  }
}
