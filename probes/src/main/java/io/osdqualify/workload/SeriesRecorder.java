package io.osdqualify.workload;

import io.osdqualify.engine.Counts;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.SeriesPoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts a job's growing counts into about one point a second, by the difference of two polls. The
 * length of each interval is the engine's own, so that a late poll bends no rate.
 */
final class SeriesRecorder {

  /** An interval shorter than this is left to the next point: a rate over it says nothing. */
  private static final double SHORTEST_SECONDS = 0.5;

  private static final double NS = 1e9;

  private final int blockBytes;
  private final Map<LatencyKind, Track> tracks = new EnumMap<>(LatencyKind.class);
  private double lastEnd;

  SeriesRecorder(int blockBytes, List<LatencyKind> kinds) {
    this.blockBytes = blockBytes;
    kinds.forEach(kind -> tracks.put(kind, new Track()));
  }

  /** Takes the next point of each kind, if enough counting time has passed. */
  boolean poll(EngineJob job, long measuredNs) {
    boolean enough = measuredNs / NS - lastEnd >= SHORTEST_SECONDS;
    if (enough) {
      take(job, measuredNs);
    }
    return enough;
  }

  /** Takes what is left at the end, however short: nothing that was counted is lost. */
  void finish(EngineJob job, long measuredNs) {
    if (measuredNs / NS > lastEnd) {
      take(job, measuredNs);
    }
  }

  private void take(EngineJob job, long measuredNs) {
    double end = measuredNs / NS;
    tracks.forEach((kind, track) -> track.add(job.counts(kind), end, end - lastEnd, blockBytes));
    lastEnd = end;
  }

  /** The series of the kinds that occurred. */
  Map<LatencyKind, List<SeriesPoint>> series() {
    Map<LatencyKind, List<SeriesPoint>> all = new EnumMap<>(LatencyKind.class);
    tracks.forEach(
        (kind, track) -> {
          if (track.lastCount > 0) {
            all.put(kind, List.copyOf(track.points));
          }
        });
    return all;
  }

  List<SeriesPoint> points(LatencyKind kind) {
    Track track = tracks.get(kind);
    return track == null ? List.of() : track.points;
  }

  /** One kind: what was counted at the last poll, and the points so far. */
  private static final class Track {
    private final List<SeriesPoint> points = new ArrayList<>();
    private long[] last = new long[0];
    private long lastCount;
    private long lastSum;

    void add(Counts now, double end, double seconds, int blockBytes) {
      long count = now.count() - lastCount;
      double sum = now.sumNs() - lastSum;
      LatencyHistogram part = difference(now, sum);
      points.add(
          new SeriesPoint(
              end,
              seconds,
              count,
              count * blockBytes,
              count > 0 ? sum / count : null,
              part.percentile(99),
              count > 0 ? part.maxNs() : null));
      last = now.buckets();
      lastCount = now.count();
      lastSum = now.sumNs();
    }

    private LatencyHistogram difference(Counts now, double sum) {
      long[] buckets = now.buckets();
      int lowest = -1;
      int highest = -1;
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] -= i < last.length ? last[i] : 0;
        if (buckets[i] > 0) {
          lowest = lowest < 0 ? i : lowest;
          highest = i;
        }
      }
      long min = lowest < 0 ? 0 : Math.max(now.minNs(), LatencyHistogram.valueOf(lowest));
      long max = highest < 0 ? 0 : Math.min(now.maxNs(), LatencyHistogram.valueOf(highest + 1) - 1);
      return LatencyHistogram.of(buckets, 0, min, max, sum);
    }
  }
}
