package io.osdqualify.workload;

import io.osdqualify.engine.Counts;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.engine.EngineJob.Snapshot;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.evidence.StreamResult;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Cuts a job's growing counts into about one point a second, by the difference of two polls. The
 * length of each interval is the engine's own, so that a late poll bends no rate.
 *
 * <p>A series has at most {@value #MOST_POINTS} points, 24 hours of seconds. When it is full, each
 * two neighbours become one and from then on a point is twice as long.
 */
final class SeriesRecorder {

  /** Points of a series at most. */
  static final int MOST_POINTS = 86_400;

  /** An interval shorter by this is left to the next point: polls come early and late. */
  private static final long SLACK_NS = 500_000_000;

  private static final long SECOND_NS = 1_000_000_000;

  private final LongColumn ends = new LongColumn();
  private final List<Part> groups;
  private final Part whole;
  private long pointNs = SECOND_NS;
  private long lastEnd;

  SeriesRecorder(Workload workload) {
    groups =
        workload.groups().stream().map(group -> new Part(group.first(), group.streams())).toList();
    whole = groups.size() == 1 ? groups.get(0) : new Part(0, workload.streams());
  }

  /** Takes the next point of each kind, if enough counting time has passed. */
  boolean poll(EngineJob job, Snapshot now) {
    boolean enough = now.measuredNs() - lastEnd >= pointNs - SLACK_NS;
    if (enough) {
      take(job, now);
    }
    return enough;
  }

  /** Takes what is left at the end, however short: nothing that was counted is lost. */
  void finish(EngineJob job, Snapshot last) {
    if (last.measuredNs() > lastEnd) {
      take(job, last);
    }
  }

  private void take(EngineJob job, Snapshot now) {
    if (ends.size() == MOST_POINTS) {
      halve();
    }
    ends.add(now.measuredNs());
    lastEnd = now.measuredNs();
    if (groups.size() == 1) {
      whole.take(job, now.bytes());
      return;
    }
    List<StreamResult> streams = job.streams();
    Moved sum = new Moved(0, 0);
    for (Part group : groups) {
      sum = sum.plus(group.take(job, group.bytes(streams)));
    }
    whole.take(job, sum);
  }

  private void halve() {
    ends.mergePairs((first, second) -> second);
    groups.forEach(Part::mergePairs);
    if (groups.size() > 1) {
      whole.mergePairs();
    }
    pointNs *= 2;
  }

  /** The series of the kinds that occurred. */
  Map<LatencyKind, List<SeriesPoint>> series() {
    return whole.series(ends.trimmed());
  }

  /** The series of one group; all groups of a phase share their times. */
  Map<LatencyKind, List<SeriesPoint>> series(int group) {
    return groups.get(group).series(ends.trimmed());
  }

  /** What the judged streams, the first group, have done so far; good until the next poll. */
  Live live(EngineJob job, Snapshot now) {
    Part judged = groups.get(0);
    List<SeriesPoint> points = judged.operations(ends);
    return new Live(
        judged.streams.get(0).name(),
        now.measuredNs() / 1e9,
        points.stream().mapToLong(SeriesPoint::operations).sum(),
        now.bytes(),
        points,
        () -> judged.latency(job));
  }

  /** Bytes that were written and read. */
  private record Moved(long written, long read) {

    Moved plus(Moved other) {
      return new Moved(written + other.written, read + other.read);
    }

    /** Those that an operation of this kind moves, or makes durable. */
    long of(LatencyKind kind) {
      return switch (kind) {
        case COMMIT, WRITE, FLUSH -> written;
        case READ -> read;
        case RESPONSE -> written + read;
      };
    }
  }

  /** The series of some streams. */
  private static final class Part {
    private final int first;
    private final List<Stream> streams;
    private final Map<LatencyKind, SeriesTrack> tracks = new EnumMap<>(LatencyKind.class);
    private long lastBytes;

    Part(int first, List<Stream> streams) {
      this.first = first;
      this.streams = streams;
      Set<LatencyKind> kinds = EnumSet.noneOf(LatencyKind.class);
      streams.forEach(stream -> kinds.addAll(stream.kinds()));
      kinds.forEach(kind -> tracks.put(kind, new SeriesTrack()));
    }

    /** Reads and writes together; in open loop both are in the response. */
    List<SeriesPoint> operations(LongColumn ends) {
      SeriesTrack track = tracks.get(mainKind());
      SeriesTrack reads = tracks.get(LatencyKind.READ);
      if (track == null) {
        return List.of();
      }
      return reads == null || reads == track || tracks.containsKey(LatencyKind.RESPONSE)
          ? track.live(ends)
          : Series.sum(track.live(ends), reads.live(ends));
    }

    LatencyHistogram latency(EngineJob job) {
      return PhaseBuilder.histogram(job.counts(mainKind(), first, streams.size()));
    }

    private LatencyKind mainKind() {
      if (tracks.containsKey(LatencyKind.RESPONSE)) {
        return LatencyKind.RESPONSE;
      }
      return streams.get(0).isWriting() ? streams.get(0).writingKind() : LatencyKind.READ;
    }

    /** Of a part whose streams do the same; returns what it moved since the last point. */
    Moved take(EngineJob job, long bytes) {
      Map<LatencyKind, Counts> now = counts(job);
      Moved moved = moved(now, bytes - lastBytes);
      lastBytes = bytes;
      add(now, moved);
      return moved;
    }

    /** Of streams of several groups, whose parts say what was moved. */
    void take(EngineJob job, Moved moved) {
      add(counts(job), moved);
    }

    private Map<LatencyKind, Counts> counts(EngineJob job) {
      Map<LatencyKind, Counts> now = new EnumMap<>(LatencyKind.class);
      tracks.keySet().forEach(kind -> now.put(kind, job.counts(kind, first, streams.size())));
      return now;
    }

    private void add(Map<LatencyKind, Counts> now, Moved moved) {
      tracks.forEach(
          (kind, track) -> {
            Counts counts = now.get(kind);
            if (counts != null) {
              track.add(counts, moved.of(kind));
            }
          });
    }

    /**
     * Exact where all blocks are of one size. The engine counts the bytes of a mix, but not by
     * reads and writes: these share them by their mean sizes.
     */
    private Moved moved(Map<LatencyKind, Counts> now, long bytes) {
      Stream one = streams.get(0);
      double written = newOperations(now, one.writingKind()) * one.commitBytes();
      double read = newOperations(now, LatencyKind.READ) * one.readBytes();
      if (one.blocks().size() == 1) {
        return new Moved(Math.round(written), Math.round(read));
      }
      long writtenBytes = written + read > 0 ? Math.round(bytes * (written / (written + read))) : 0;
      return new Moved(writtenBytes, bytes - writtenBytes);
    }

    private long newOperations(Map<LatencyKind, Counts> now, LatencyKind kind) {
      SeriesTrack track = tracks.get(kind);
      Counts counts = now.get(kind);
      return track == null || counts == null ? 0 : track.newOperations(counts);
    }

    long bytes(List<StreamResult> results) {
      return IntStream.range(first, first + streams.size())
          .mapToLong(stream -> results.get(stream).bytes())
          .sum();
    }

    void mergePairs() {
      tracks.values().forEach(SeriesTrack::mergePairs);
    }

    Map<LatencyKind, List<SeriesPoint>> series(LongColumn ends) {
      Map<LatencyKind, List<SeriesPoint>> all = new EnumMap<>(LatencyKind.class);
      tracks.forEach(
          (kind, track) -> {
            if (track.occurred()) {
              all.put(kind, track.finished(ends));
            }
          });
      return all;
    }
  }
}
