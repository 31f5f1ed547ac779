package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.InFlight;
import io.osdqualify.profile.IoEngine;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Streams that together use the whole range, each a share of its own, nothing made durable: what
 * SNIA's tests do to a drive.
 *
 * @param sequential whether each goes round in its share instead of anywhere
 * @param readPermille reads of 1000 operations
 */
record WholeRange(
    boolean sequential, int blockBytes, int readPermille, InFlight inFlight, IoEngine engine) {

  private static final String GROUP = "all";

  static WholeRange randomWrites(int blockBytes, InFlight inFlight, IoEngine engine) {
    return new WholeRange(false, blockBytes, 0, inFlight, engine);
  }

  static WholeRange sequentialWrites(int blockBytes, InFlight inFlight, IoEngine engine) {
    return new WholeRange(true, blockBytes, 0, inFlight, engine);
  }

  /**
   * The workload of a phase.
   *
   * @param phase its name, for the seeds
   * @param longest zero: {@code bytes} end it
   * @param bytes 0: no bound
   */
  Workload workload(
      ProbeContext context, String phase, Duration ramp, Duration longest, long bytes) {
    List<Stream> streams =
        IntStream.range(0, inFlight.streams())
            .mapToObj(index -> stream(context, phase, index))
            .toList();
    return new Workload(backend(context), streams, ramp, longest, bytes, context.options());
  }

  private Stream stream(ProbeContext context, String phase, int index) {
    var share = Ring.of(context, index, inFlight.streams(), blockBytes, Long.MAX_VALUE);
    Stream.Builder builder =
        sequential ? Stream.sequential(GROUP, share) : Stream.random(GROUP, share);
    return builder
        .block(blockBytes)
        .reads(readPermille)
        .depth(depth(context))
        .seed(Seeds.of(context.seed(), phase, index))
        .build();
  }

  private Backend backend(ProbeContext context) {
    return context.engine().backend(engine, inFlight.depth(), context.features());
  }

  /** Operations in flight of each stream: the engine may take less than is asked for. */
  int depth(ProbeContext context) {
    return backend(context).depth(inFlight.depth());
  }

  /** As {@code 4 KiB random writes, 2 streams x 16}. */
  String describe(ProbeContext context) {
    String block = blockBytes % 1024 == 0 ? (blockBytes >> 10) + " KiB" : blockBytes + " B";
    String what = readPermille == 0 ? "writes" : "I/O, " + (readPermille + 5) / 10 + " % reads";
    int streams = inFlight.streams();
    return block
        + (sequential ? " sequential " : " random ")
        + what
        + ", "
        + streams
        + (streams == 1 ? " stream" : " streams")
        + " x "
        + depth(context);
  }
}
