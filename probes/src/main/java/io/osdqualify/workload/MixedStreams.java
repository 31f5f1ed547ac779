package io.osdqualify.workload;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Block;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.MixedLoadStep;
import io.osdqualify.profile.MixedWorkload;
import io.osdqualify.profile.Spacing;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The streams of one mixed load, that of the logs first. Where the backend takes one operation at a
 * time, a stream of depth d is d streams.
 *
 * @param cell rates
 */
record MixedStreams(
    ProbeContext context,
    MixedLayout layout,
    MixedLoadStep step,
    MixedLoadStep.Cell cell,
    Backend backend) {

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  /** An OSD's append: small ones, and deferred writes of up to 64 KiB. A choice. */
  private static final Block[] WAL_BLOCKS = {
    new Block(4 * KIB, 6), new Block(8 * KIB, 2), new Block(16 * KIB, 1), new Block(64 * KIB, 1)
  };

  private static final int WAL_UNIT = 64 * KIB;
  private static final int LOG_BLOCK = 4 * KIB;

  /** RocksDB writes its files in pieces of 512 KiB and more. */
  private static final Block[] OUTPUT_BLOCKS = {new Block(512 * KIB, 1), new Block(MIB, 1)};

  private static final double OUTPUT_MEAN = 768.0 * KIB;

  /** A file of RocksDB, made durable when it is whole (target_file_size_base). */
  private static final long OUTPUT_FILE = 64L * MIB;

  private static final int OUTPUT_FSYNC = (int) Math.round(OUTPUT_FILE / OUTPUT_MEAN);

  private static final Block[] READ_BLOCKS = {new Block(4 * KIB, 4), new Block(16 * KIB, 1)};
  private static final int READ_UNIT = 16 * KIB;
  private static final int READ_DEPTH = 2;

  /** Of the four operations in flight of a compaction, two write and two read. */
  private static final int COMPACTION_DEPTH = 2;

  /** Compactions that run at a time: one for so many OSDs. A choice. */
  private static final int OSDS_A_COMPACTION = 4;

  /** Rings are no longer than this, so that the whole range is no ring on a large device. */
  private static final long LONGEST_RING = 1L << 30;

  private static final int MOST_STREAMS = 256;

  /** All of them; those of a group stand together. */
  List<Stream> all() {
    MixedWorkload workload = step.workload();
    List<Stream> all = new ArrayList<>();
    if (workload.hasWal()) {
      all.addAll(group(context.osds(), 1, this::wal));
    }
    if (workload.hasLog()) {
      all.addAll(group(context.osds(), 1, this::log));
    }
    if (workload.hasCompaction()) {
      all.addAll(group(compactions(), COMPACTION_DEPTH, this::output));
      all.addAll(group(compactions(), COMPACTION_DEPTH, this::input));
    }
    if (workload.hasReads()) {
      all.addAll(group(context.osds(), readDepth(), this::read));
    }
    if (all.size() > MOST_STREAMS) {
      throw new ImpossibleWorkloadException(
          cell.name()
              + " needs "
              + all.size()
              + " threads with "
              + backend.key()
              + ", which takes one operation at a time; the most are "
              + MOST_STREAMS);
    }
    return all;
  }

  private int compactions() {
    return (context.osds() + OSDS_A_COMPACTION - 1) / OSDS_A_COMPACTION;
  }

  private int readDepth() {
    return READ_DEPTH * step.workload().readFactor();
  }

  private List<Stream> group(int streams, int depth, IntFunction<Stream> one) {
    return IntStream.range(0, threads(streams, depth)).mapToObj(one).toList();
  }

  /** As many operations in flight, whatever the backend's depth. */
  private int threads(int streams, int depth) {
    return streams * (depth / backend.depth(depth));
  }

  private Stream wal(int index) {
    Region ring = share(layout.wal(), index, context.osds(), WAL_UNIT, step.ringBytes());
    return Stream.sequential("wal", ring)
        .blocks(WAL_BLOCKS)
        .durability(Durability.FDATASYNC)
        .arrival(arrival(cell.wal(), 1))
        .seed(seed("wal", index))
        .build();
  }

  private Stream log(int index) {
    return Stream.sequential(
            "log", share(layout.log(), index, context.osds(), LOG_BLOCK, LONGEST_RING))
        .block(LOG_BLOCK)
        .durability(Durability.FDATASYNC)
        .arrival(arrival(cell.wal(), 1))
        .seed(seed("log", index))
        .build();
  }

  private Stream output(int index) {
    int threads = threads(compactions(), COMPACTION_DEPTH);
    return Stream.sequential(
            "compaction", share(layout.output(), index, threads, MIB, LONGEST_RING))
        .blocks(OUTPUT_BLOCKS)
        .fsyncBehind(OUTPUT_FSYNC)
        .arrival(arrival(cell.compaction(), 2 * OUTPUT_MEAN * threads))
        .depth(backend.depth(COMPACTION_DEPTH))
        .seed(seed("compaction", index))
        .build();
  }

  private Stream input(int index) {
    int threads = threads(compactions(), COMPACTION_DEPTH);
    return Stream.sequential(
            "compaction-read",
            share(layout.input(), index, threads, MixedLayout.READ_AHEAD, LONGEST_RING))
        .block(MixedLayout.READ_AHEAD)
        .reads(1000)
        .arrival(arrival(cell.compaction(), 2.0 * MixedLayout.READ_AHEAD * threads))
        .depth(backend.depth(COMPACTION_DEPTH))
        .seed(seed("compaction-read", index))
        .build();
  }

  private Stream read(int index) {
    int threads = threads(context.osds(), readDepth());
    return Stream.random("read", share(layout.read(), index, threads, READ_UNIT, Long.MAX_VALUE))
        .blocks(READ_BLOCKS)
        .reads(1000)
        .arrival(arrival(cell.read(), (double) threads / context.osds()))
        .depth(backend.depth(readDepth()))
        .seed(seed("read", index))
        .build();
  }

  private Region share(Region part, int index, int streams, long unit, long most) {
    return MixedLayout.share(context, part, index, streams, unit, most);
  }

  private long seed(String group, int index) {
    return Seeds.of(context.seed(), cell.name() + "." + group, index);
  }

  /** A stream's part of a rate. */
  private Arrival arrival(OptionalDouble rate, double parts) {
    if (rate.isEmpty()) {
      return Arrival.closed();
    }
    double one = rate.getAsDouble() / parts;
    return step.spacing() == Spacing.FIXED ? Arrival.fixed(one) : Arrival.poisson(one);
  }

  /** As {@code 4 logs 500/s, compaction 160 MB/s, 4 readers 100/s}. */
  String describe() {
    MixedWorkload workload = step.workload();
    List<String> parts = new ArrayList<>();
    if (workload.hasWal()) {
      String logs = context.osds() == 1 ? "1 log" : context.osds() + " logs";
      parts.add(logs + (workload.hasLog() ? ", two syncs" : "") + at(cell.wal(), Unit.PER_SECOND));
    }
    if (workload.hasCompaction()) {
      parts.add("compaction" + at(cell.compaction(), Unit.BYTES_PER_SECOND));
    }
    if (workload.hasReads()) {
      String readers = context.osds() == 1 ? "1 reader" : context.osds() + " readers";
      parts.add(readers + at(cell.read(), Unit.PER_SECOND));
    }
    return parts.stream().collect(Collectors.joining(", "));
  }

  private static String at(OptionalDouble rate, Unit unit) {
    return " " + (rate.isPresent() ? Quantity.print(rate.getAsDouble(), unit) : "at full speed");
  }
}
