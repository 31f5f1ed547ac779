package io.osdqualify.workload;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.SeriesPoint;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a phase has measured so far, of the streams that are judged: the first group.
 *
 * @param group its name
 * @param seconds of counting
 * @param operations of the judged streams
 * @param bytes of all streams
 * @param series of the judged streams, good until the next poll
 * @param latency of the judged streams: response in open loop, else commit, write or read
 */
record Live(
    String group,
    double seconds,
    long operations,
    long bytes,
    List<SeriesPoint> series,
    Supplier<LatencyHistogram> latency) {}
