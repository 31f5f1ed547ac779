package io.osdqualify.engine;

/**
 * One block size of a stream.
 *
 * @param bytes 512 B … 16 MiB, a multiple of 512
 * @param weight 1 … 1 000 000; its share is its weight over the sum of all weights
 */
public record Block(int bytes, int weight) {

  /** OQ_MAX_BLOCK. */
  static final int LARGEST = 16 << 20;

  private static final int SECTOR = 512;
  private static final int HEAVIEST = 1_000_000;

  public Block {
    if (!isSize(bytes)) {
      throw new IllegalArgumentException(
          "a block has 512 B to 16 MiB, a multiple of 512 B, not " + bytes);
    }
    if (weight < 1 || weight > HEAVIEST) {
      throw new IllegalArgumentException("a weight is 1 to " + HEAVIEST + ", not " + weight);
    }
  }

  static boolean isSize(int bytes) {
    return bytes >= SECTOR && bytes <= LARGEST && bytes % SECTOR == 0;
  }
}
