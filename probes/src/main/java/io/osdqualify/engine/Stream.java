package io.osdqualify.engine;

import io.osdqualify.profile.Durability;

/**
 * One stream of a phase: a thread with a region of its own.
 *
 * @param blockBytes 512 B … 16 MiB, a multiple of 512
 * @param depth operations in flight; 1 for the psync backend
 * @param offset start of the region in bytes from the start of the target
 * @param length of the region, a multiple of the block
 * @param seed of offsets and data
 */
public record Stream(
    Operation operation,
    Pattern pattern,
    Durability durability,
    int blockBytes,
    int depth,
    long offset,
    long length,
    long seed) {

  public Stream {
    if (blockBytes < 512 || blockBytes % 512 != 0) {
      throw new IllegalArgumentException("a block is a multiple of 512 B, not " + blockBytes);
    }
    if (depth < 1) {
      throw new IllegalArgumentException("the depth is 1 at least, not " + depth);
    }
    if (length < blockBytes || length % blockBytes != 0 || offset % blockBytes != 0) {
      throw new IllegalArgumentException(
          "region " + offset + "+" + length + " does not fit blocks of " + blockBytes + " B");
    }
  }
}
