package io.osdqualify.workload;

import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.Counts;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Stall;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.evidence.Verification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A job whose counts a test sets. */
final class FakeJob implements EngineJob {

  static final int BUCKETS = 4608;

  private final List<Map<LatencyKind, Samples>> streams = new ArrayList<>();
  private final long[] bytes;
  private @Nullable Verification found;

  private final int buckets;

  FakeJob(int streams) {
    this(streams, BUCKETS);
  }

  /** With the first so many buckets only: for tests that poll often. */
  FakeJob(int streams, int buckets) {
    this.buckets = buckets;
    bytes = new long[streams];
    IntStream.range(0, streams)
        .forEach(i -> this.streams.add(new EnumMap<LatencyKind, Samples>(LatencyKind.class)));
  }

  /** Latencies of one stream and kind. */
  private static final class Samples {
    private final long[] buckets;
    private long count;
    private long min = Long.MAX_VALUE;
    private long max;
    private long sum;

    Samples(int size) {
      buckets = new long[size];
    }
  }

  /** Adds this many samples of the latency that a bucket begins with. */
  FakeJob add(int stream, LatencyKind kind, int bucket, long count) {
    Samples samples = streams.get(stream).computeIfAbsent(kind, k -> new Samples(buckets));
    long ns = io.osdqualify.evidence.LatencyHistogram.valueOf(bucket);
    samples.buckets[bucket] += count;
    samples.count += count;
    samples.sum += ns * count;
    samples.min = Math.min(samples.min, ns);
    samples.max = Math.max(samples.max, ns);
    return this;
  }

  FakeJob moved(int stream, long more) {
    bytes[stream] += more;
    return this;
  }

  FakeJob verified(Verification verification) {
    found = verification;
    return this;
  }

  Snapshot at(double seconds) {
    return new Snapshot(
        State.MEASURE,
        End.DURATION,
        0,
        Set.<BackendFlag>of(),
        0,
        0,
        Math.round(seconds * 1e9),
        streams.stream().mapToLong(this::operations).sum(),
        java.util.Arrays.stream(bytes).sum(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        21);
  }

  private long operations(Map<LatencyKind, Samples> stream) {
    Samples main =
        stream.getOrDefault(
            LatencyKind.COMMIT, stream.getOrDefault(LatencyKind.WRITE, new Samples(buckets)));
    Samples reads = stream.get(LatencyKind.READ);
    return main.count + (reads == null ? 0 : reads.count);
  }

  @Override
  public Snapshot snapshot() {
    return at(1);
  }

  @Override
  public Counts counts(LatencyKind kind, int first, int count) {
    Samples all = new Samples(buckets);
    if (count == 1) {
      return counts(streams.get(first).getOrDefault(kind, all));
    }
    for (Map<LatencyKind, Samples> stream : streams.subList(first, first + count)) {
      Samples one = stream.get(kind);
      if (one != null) {
        IntStream.range(0, buckets).forEach(i -> all.buckets[i] += one.buckets[i]);
        all.count += one.count;
        all.sum += one.sum;
        all.min = Math.min(all.min, one.min);
        all.max = Math.max(all.max, one.max);
      }
    }
    return counts(all);
  }

  private static Counts counts(Samples all) {
    return new Counts(all.buckets, all.count, 0, all.count == 0 ? 0 : all.min, all.max, all.sum);
  }

  @Override
  public void stop() {}

  @Override
  public boolean await(Duration timeout) {
    return true;
  }

  @Override
  public List<Stall> stalls() {
    return List.of();
  }

  @Override
  public List<StreamResult> streams() {
    return IntStream.range(0, streams.size())
        .mapToObj(i -> new StreamResult(i, operations(streams.get(i)), bytes[i], 0, 0, 0, 0L, 7L))
        .toList();
  }

  @Override
  public Optional<Verification> verification() {
    return Optional.ofNullable(found);
  }

  @Override
  public Optional<FirstError> firstError() {
    return Optional.empty();
  }

  @Override
  public Optional<String> fault() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
