package io.osdqualify.device;

import io.osdqualify.evidence.TargetFacts;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * The right to write to one range of one target, and the descriptor that holds the target
 * exclusively as long as the permit is open. Only the {@link SafetyGate} makes one.
 */
public final class WritePermit implements AutoCloseable {

  private final TargetOpener opener;
  private final int fd;
  private final Inspection inspection;
  private boolean closed;

  WritePermit(TargetOpener opener, int fd, Inspection inspection) {
    this.opener = opener;
    this.fd = fd;
    this.inspection = inspection;
  }

  /**
   * The held descriptor. Workers reopen {@code /proc/self/fd/N} of it, never the path.
   *
   * @throws IllegalStateException after {@link #close()}: the number may be another file's by then
   */
  public synchronized int fd() {
    if (closed) {
      throw new IllegalStateException("the permit for " + facts().path() + " was given back");
    }
    return fd;
  }

  /** Start of the range that may be touched, in bytes. */
  public long rangeOffset() {
    return facts().rangeOffset();
  }

  /** Length of the range that may be touched, in bytes. */
  public long rangeLength() {
    return facts().rangeBytes();
  }

  /** The target, as it was checked. */
  public TargetFacts facts() {
    return inspection.facts();
  }

  /**
   * The size of the target as it is now, in bytes: a drive that was pulled out has 0. Empty where
   * it can't be asked.
   */
  public synchronized OptionalLong sizeNow() {
    try {
      return OptionalLong.of(opener.size(fd()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether the range is only a part of the target because the user asked for that. */
  public boolean isReduced() {
    return inspection.reduced();
  }

  /** Where the kernel counts what is done to the target. */
  public TargetLayers layers() {
    return inspection.layers();
  }

  /** Gives the target back; more than once does nothing more. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      opener.close(fd);
    }
  }
}
