package io.osdqualify.workload;

import io.osdqualify.engine.Region;
import io.osdqualify.quantity.Bytes;

/**
 * Where the parts of a mixed load lie: logs, BlueFS' logs, what compactions write, what they read,
 * and what is read at random; the last two are one stretch that is written before. The same for all
 * workloads of a run, whichever parts they have.
 *
 * @param wal all rings of the logs
 * @param log all rings of BlueFS' logs
 * @param output what compactions write
 * @param input what compactions read
 * @param read what is read at random
 */
record MixedLayout(Region wal, Region log, Region output, Region input, Region read) {

  /** Largest block of any part: RocksDB reads ahead 2 MiB in a compaction. */
  static final int READ_AHEAD = 2 << 20;

  /** Shares of the range, of 16; what is left is read at random. Choices. */
  private static final int WAL = 2;

  private static final int LOG = 1;
  private static final int OUTPUT = 3;
  private static final int INPUT = 5;
  private static final int ALL = 16;

  /**
   * Where nothing has written the range before, no more than this is written to be read, for each
   * of the two parts: seconds of any drive. A choice.
   */
  private static final long UNWRITTEN = 256L << 20;

  /**
   * For a range.
   *
   * @param written whether all of it has been written by this run
   */
  static MixedLayout of(ProbeContext context, boolean written) {
    long start = up(context.rangeOffset());
    long end = context.rangeOffset() + context.rangeLength();
    long whole = Math.max(0, end - start);
    if (part(whole, LOG) == 0) {
      throw tooSmall(context, "mixed loads");
    }
    long most = written ? Long.MAX_VALUE : UNWRITTEN;
    Region wal = new Region(start, part(whole, WAL));
    Region log = new Region(end(wal), part(whole, LOG));
    Region output = new Region(end(log), part(whole, OUTPUT));
    Region input = new Region(end(output), Math.min(part(whole, INPUT), most));
    long rest = part(whole, ALL - WAL - LOG - OUTPUT - INPUT);
    return new MixedLayout(wal, log, output, input, new Region(end(input), Math.min(rest, most)));
  }

  private static long part(long whole, int share) {
    // In this order: a large device times a share is still far from 2^63.
    return whole * share / ALL / READ_AHEAD * READ_AHEAD;
  }

  private static long up(long offset) {
    return (offset + READ_AHEAD - 1) / READ_AHEAD * READ_AHEAD;
  }

  private static long end(Region region) {
    return region.offset() + region.length();
  }

  /** What must have been written before it is read. */
  Region readable() {
    return new Region(input.offset(), end(read) - input.offset());
  }

  /**
   * The share of one stream.
   *
   * @param part of this layout
   * @param unit what its length is a multiple of
   * @param most bytes at most
   * @throws ImpossibleWorkloadException where it has no room for one unit
   */
  static Region share(
      ProbeContext context, Region part, int index, int streams, long unit, long most) {
    long share = part.length() / streams / unit * unit;
    if (share == 0) {
      throw tooSmall(context, streams + " streams of a mixed load");
    }
    return new Region(part.offset() + index * share, Math.min(share, most / unit * unit));
  }

  private static ImpossibleWorkloadException tooSmall(ProbeContext context, String what) {
    return new ImpossibleWorkloadException(
        "a range of "
            + Bytes.print(context.rangeLength())
            + " has no room for "
            + what
            + " of "
            + context.osds()
            + (context.osds() == 1 ? " OSD" : " OSDs")
            + "; a larger one or fewer --osds");
  }
}
