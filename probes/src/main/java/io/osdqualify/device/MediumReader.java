package io.osdqualify.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Our own look at the medium, beside the tools': it proves that the places where signatures lie can
 * be read at all (blkid says "nothing" for a medium that it can't read), and it knows the BlueStore
 * label, also where the tools are too old for it or only a copy of it is left.
 */
final class MediumReader {

  /** What an encoded label starts with: bluestore_bdev_label_t in Ceph's bluestore_types.cc. */
  private static final byte[] LABEL = "bluestore block device".getBytes(StandardCharsets.US_ASCII);

  private static final long GIB = 1L << 30;

  /** The first label and its copies: bdev_label_positions in Ceph's BlueStore.cc. */
  private static final List<Long> LABEL_POSITIONS =
      List.of(0L, GIB, 10 * GIB, 100 * GIB, 1000 * GIB);

  /** Read at both ends. ZFS's labels are the widest that we know: two of 256 KiB at each end. */
  private static final int END_BYTES = 512 << 10;

  private static final String SOURCE = "the medium";

  private MediumReader() {}

  /**
   * The BlueStore labels of a device or file of this size.
   *
   * @throws IOException where it can't be read
   */
  static List<Signature> read(Path path, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      fully(channel, 0, (int) Math.min(END_BYTES, size));
      long end = Math.max(0, size - END_BYTES);
      fully(channel, end, (int) (size - end));
      List<Signature> signatures = new ArrayList<>();
      for (long position : LABEL_POSITIONS) {
        if (position + LABEL.length <= size
            && Arrays.equals(fully(channel, position, LABEL.length), LABEL)) {
          signatures.add(new Signature(Signature.BLUESTORE, SOURCE));
        }
      }
      return signatures;
    }
  }

  private static byte[] fully(FileChannel channel, long position, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        throw new IOException("it ends before offset " + (position + length));
      }
    }
    return buffer.array();
  }
}
