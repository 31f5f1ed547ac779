package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Block;
import io.osdqualify.engine.Counts;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.SeriesPoint;
import io.osdqualify.profile.Durability;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesRecorderTest {

  private static final Region REGION = new Region(0, 1 << 26);
  private static final int DAY = 86_400;

  /** Buckets where a day is polled: what a poll costs is not what is tested. */
  private static final int FEW = 64;

  private static Workload workload(Stream... streams) {
    return new Workload(
        Backend.IO_URING,
        List.of(streams),
        Duration.ZERO,
        Duration.ofDays(7),
        0,
        Workload.Options.USUAL);
  }

  private static Stream commits(String name) {
    return Stream.sequential(name, REGION).durability(Durability.FDATASYNC).build();
  }

  private static List<SeriesPoint> points(
      Map<LatencyKind, List<SeriesPoint>> series, LatencyKind kind) {
    return Objects.requireNonNull(series.get(kind));
  }

  @Test
  void aPointIsTheDifferenceOfTwoPollsAsAHistogramWouldTellIt() {
    Random random = new Random(3);
    SeriesRecorder recorder = new SeriesRecorder(workload(commits("wal")));
    FakeJob job = new FakeJob(1);
    for (int second = 1; second <= 20; second++) {
      Counts before = job.counts(LatencyKind.COMMIT, 0, 1);
      int samples = random.nextInt(3) == 0 ? 300 : 5000;
      for (int i = 0; i < samples; i++) {
        job.add(
            0, LatencyKind.COMMIT, 1500 + random.nextInt(random.nextInt(100) == 0 ? 900 : 90), 1);
      }
      assertThat(recorder.poll(job, job.at(second))).isTrue();
      SeriesPoint point = points(recorder.series(), LatencyKind.COMMIT).get(second - 1);
      LatencyHistogram part = difference(before, job.counts(LatencyKind.COMMIT, 0, 1));
      assertThat(point.operations()).isEqualTo(samples);
      assertThat(point.bytes()).isEqualTo(samples * 4096L);
      assertThat(point.seconds()).isEqualTo(1);
      assertThat(point.endSeconds()).isEqualTo(second);
      assertThat(point.p99Ns()).isEqualTo(part.percentile(99));
      assertThat(point.maxNs()).isEqualTo(part.maxNs());
      assertThat(Objects.requireNonNull(point.meanNs())).isCloseTo(part.meanNs(), within(1e-6));
    }
  }

  private static LatencyHistogram difference(Counts before, Counts now) {
    long[] buckets = now.buckets();
    int lowest = -1;
    int highest = 0;
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] -= before.bucket(i);
      if (buckets[i] > 0) {
        lowest = lowest < 0 ? i : lowest;
        highest = i;
      }
    }
    long max = Math.min(now.maxNs(), LatencyHistogram.valueOf(highest + 1) - 1);
    double sum = now.sumNs() - before.sumNs();
    return LatencyHistogram.of(
        buckets, 0, Math.max(now.minNs(), LatencyHistogram.valueOf(lowest)), max, sum);
  }

  @Test
  void aSecondInWhichNothingCompletesHasNoLatencyAndIsAPointAllTheSame() {
    SeriesRecorder recorder = new SeriesRecorder(workload(commits("wal")));
    FakeJob job = new FakeJob(1).add(0, LatencyKind.COMMIT, 1000, 50);
    recorder.poll(job, job.at(1));
    recorder.poll(job, job.at(2));
    SeriesPoint empty = points(recorder.series(), LatencyKind.COMMIT).get(1);
    assertThat(empty).isEqualTo(new SeriesPoint(2, 1, 0, 0, null, null, null));
    assertThat(recorder.series()).containsOnlyKeys(LatencyKind.COMMIT);
    assertThat(recorder.live(job, job.at(2)).series()).hasSize(2);
  }

  @Test
  void anEarlyPollIsLeftToTheNextPointAndTheEndTakesWhatIsLeft() {
    SeriesRecorder recorder = new SeriesRecorder(workload(commits("wal")));
    FakeJob job = new FakeJob(1).add(0, LatencyKind.COMMIT, 1000, 50);
    assertThat(recorder.poll(job, job.at(0.4))).isFalse();
    assertThat(recorder.poll(job, job.at(1.1))).isTrue();
    job.add(0, LatencyKind.COMMIT, 1000, 5);
    recorder.finish(job, job.at(1.2));
    recorder.finish(job, job.at(1.2));
    assertThat(points(recorder.series(), LatencyKind.COMMIT))
        .extracting(SeriesPoint::operations)
        .containsExactly(50L, 5L);
  }

  @Test
  void groupsHaveSeriesOfTheirOwnAndTheWholeIsTheirSum() {
    SeriesRecorder recorder =
        new SeriesRecorder(
            workload(
                commits("wal"),
                commits("wal"),
                Stream.random("reads", REGION).block(65536).reads(1000).build()));
    FakeJob job =
        new FakeJob(3)
            .add(0, LatencyKind.COMMIT, 1000, 10)
            .add(1, LatencyKind.COMMIT, 1000, 20)
            .add(2, LatencyKind.READ, 1200, 5)
            .moved(0, 10 * 4096)
            .moved(1, 20 * 4096)
            .moved(2, 5 * 65536);
    recorder.poll(job, job.at(1));
    assertThat(points(recorder.series(0), LatencyKind.COMMIT).get(0).operations()).isEqualTo(30);
    assertThat(recorder.series(0)).containsOnlyKeys(LatencyKind.COMMIT);
    assertThat(points(recorder.series(1), LatencyKind.READ).get(0).bytes()).isEqualTo(5 * 65536);
    SeriesPoint commits = points(recorder.series(), LatencyKind.COMMIT).get(0);
    assertThat(commits.operations()).isEqualTo(30);
    assertThat(commits.bytes()).isEqualTo(30 * 4096);
    assertThat(points(recorder.series(), LatencyKind.READ).get(0).bytes()).isEqualTo(5 * 65536);
  }

  @Test
  void bytesOfAMixAreTheEnginesSharedByReadsAndWrites() {
    Stream mix =
        Stream.random("mix", REGION)
            .blocks(new Block(4096, 1), new Block(8192, 1))
            .reads(500)
            .arrival(Arrival.fixed(100))
            .build();
    SeriesRecorder recorder = new SeriesRecorder(workload(mix));
    FakeJob job =
        new FakeJob(1)
            .add(0, LatencyKind.WRITE, 1000, 30)
            .add(0, LatencyKind.READ, 1000, 10)
            .add(0, LatencyKind.RESPONSE, 1000, 40)
            .moved(0, 240_000);
    recorder.poll(job, job.at(1));
    assertThat(points(recorder.series(), LatencyKind.WRITE).get(0).bytes()).isEqualTo(180_000);
    assertThat(points(recorder.series(), LatencyKind.READ).get(0).bytes()).isEqualTo(60_000);
    assertThat(points(recorder.series(), LatencyKind.RESPONSE).get(0).bytes()).isEqualTo(240_000);
  }

  /** All five kinds: commits and reads of one stream in open loop. */
  private static Workload allKinds() {
    return workload(
        Stream.random("all", REGION)
            .durability(Durability.FDATASYNC)
            .reads(500)
            .arrival(Arrival.fixed(100))
            .build());
  }

  @Test
  void aDayOfSecondsOfAllKindsTakesLessThan48BytesAPointAndKind() {
    SeriesRecorder recorder = new SeriesRecorder(allKinds());
    FakeJob job = new FakeJob(1, FEW);
    long before = usedHeap();
    poll(recorder, job, 1, DAY);
    long growth = usedHeap() - before;
    // Beside the columns, the last counts of each kind.
    long perPoint = (growth - 5L * FEW * Long.BYTES) / ((long) DAY * 5);
    assertThat(perPoint).as("bytes of a point and kind, of %d in all", growth).isBetween(30L, 48L);
    assertThat(recorder.series()).hasSize(5).allSatisfy((k, list) -> assertThat(list).hasSize(DAY));
  }

  @Test
  void beyondADayNeighboursBecomeOneAndNothingIsLost() {
    SeriesRecorder recorder = new SeriesRecorder(workload(commits("wal")));
    FakeJob job = new FakeJob(1, FEW);
    job.add(0, LatencyKind.COMMIT, 20, 1000);
    recorder.poll(job, job.at(1));
    job.add(0, LatencyKind.COMMIT, 50, 3000);
    recorder.poll(job, job.at(2));
    long p99 = Objects.requireNonNull(recorder.live(job, job.at(2)).series().get(1).p99Ns());
    for (int second = 3; second <= DAY; second++) {
      recorder.poll(job, job.at(second));
    }
    assertThat(recorder.live(job, job.at(DAY)).series()).hasSize(DAY);
    job.add(0, LatencyKind.COMMIT, 10, 7);
    assertThat(recorder.poll(job, job.at(DAY + 1))).isTrue();
    assertThat(recorder.poll(job, job.at(DAY + 2))).as("points are two seconds now").isFalse();
    assertThat(recorder.poll(job, job.at(DAY + 3))).isTrue();
    List<SeriesPoint> points = points(recorder.series(), LatencyKind.COMMIT);
    assertThat(points).hasSize(DAY / 2 + 2);
    SeriesPoint first = points.get(0);
    assertThat(first.operations()).isEqualTo(4000);
    assertThat(first.bytes()).isEqualTo(4000 * 4096L);
    assertThat(first.seconds()).isEqualTo(2);
    assertThat(first.p99Ns()).isEqualTo(p99);
    assertThat(first.maxNs()).isEqualTo(LatencyHistogram.valueOf(50));
    assertThat(points.get(DAY / 2).operations()).isEqualTo(7);
    assertThat(points.stream().mapToDouble(SeriesPoint::seconds).sum())
        .isCloseTo(DAY + 3, within(1e-6));
    assertThat(points.stream().mapToLong(SeriesPoint::operations).sum()).isEqualTo(4007);
  }

  private static void poll(SeriesRecorder recorder, FakeJob job, int from, int to) {
    for (int second = from; second <= to; second++) {
      for (LatencyKind kind : LatencyKind.values()) {
        job.add(0, kind, second % FEW, 2000);
      }
      recorder.poll(job, job.at(second));
    }
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
