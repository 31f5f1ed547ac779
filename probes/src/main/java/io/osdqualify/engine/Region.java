package io.osdqualify.engine;

/**
 * A part of the target that belongs to one stream.
 *
 * @param offset in bytes from the start of the target
 * @param length in bytes
 */
public record Region(long offset, long length) {

  /** No part at all. */
  public static final Region NONE = new Region(0, 0);

  public Region {
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException("no region: " + offset + "+" + length);
    }
  }

  boolean fits(int blockBytes) {
    return length >= blockBytes && length % blockBytes == 0 && offset % blockBytes == 0;
  }
}
