package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricNamesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "commit.fdatasync.streams-1.iops | commits, 1 stream",
        "commit.fdatasync.streams-4 | commits, 4 streams",
        "commit.fdatasync.streams-4.latency-p99.9 | commit p99.9, 4 streams",
        "commit.dsync-512B.streams-1.latency-max | commit max, 1 stream, dsync, 512B",
        "commit.none.streams-1.iops | writes, 1 stream, no flush",
        "plp.finding | power-loss protection",
        "plan.osds | OSDs on this device",
        "integrity.littles-law | Little's law",
        "mixed.wal.latency-p99 | mixed.wal.latency-p99",
        "mixed.wal+db.wal.latency-p99 | WAL p99 under wal+db",
        "mixed.wal-plain.log.iops | BlueFS log rate under wal-plain",
        "mixed.db-rgw.wal-500-read-100.read.latency-p99.9 |"
            + " read p99.9 under db-rgw (wal-500-read-100)",
        "chain.bcache-512B.at-500.streams-1.latency-p99 |"
            + " bcache chain p99, 1 stream, 512B, at 500/s",
        "chain.writecache.streams-4.flush.latency-p50 | writecache chain flush p50, 4 streams",
        "chain.writecache.streams-4.iops | writecache chain rate, 4 streams",
      })
  void standInTables(String metric, String words) {
    assertThat(MetricNames.of(metric)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "commit.fdatasync.streams-1.iops | 1 231/s | 1 231 commits/s on one stream",
        "commit.dsync-512B.streams-1.iops | 549/s | 549 commits/s of 512B by dsync on one stream",
        "commit.none.streams-4.iops | 9/s | 9 writes/s without a flush with 4 streams",
        "commit.fdatasync.streams-4.latency-p99 | 10.3 ms | commit p99 with 4 streams 10.3 ms",
        "commit.fdatasync-cache-off.streams-1.iops | 7/s |"
            + " 7 commits/s with the cache off on one stream",
        "commit.fdatasync.streams-4.iops | not measured | commits with 4 streams not measured",
        "plan.osds | 6 | 6 OSDs on this device",
        "plan.osds | 1 | 1 OSD on this device",
        "target.capacity | 240 GiB | capacity 240 GiB",
      })
  void standInSentences(String metric, String value, String words) {
    assertThat(MetricNames.with(metric, value)).isEqualTo(words);
  }

  @Test
  void aNameIsTakenApartAndPutTogether() {
    CommitMetric metric =
        CommitMetric.parse("commit.none-64KiB.streams-osds.latency-p99.9").orElseThrow();
    assertThat(metric)
        .isEqualTo(new CommitMetric(Durability.NONE, "64KiB", "osds", "latency-p99.9"));
    assertThat(metric.workload()).isEqualTo("commit.none-64KiB");
    assertThat(metric.phase()).isEqualTo("commit.none-64KiB.streams-osds");
    assertThat(metric.isPhase()).isFalse();
    assertThat(CommitMetric.parse(metric.phase()).orElseThrow().isPhase()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"precondition", "commit.fdatasync.512B.streams-1", "commit.fdatasync.streams-0"})
  void otherNamesAreNone(String name) {
    assertThat(CommitMetric.parse(name)).isEmpty();
  }
}
