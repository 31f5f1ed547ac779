package io.osdqualify.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.quantity.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {

  @ParameterizedTest
  @CsvSource({
    "commit.fdatasync.streams-1.iops, PER_SECOND",
    "commit.none-512B.streams-1.latency-mean, NANOSECONDS",
    "commit.dsync-64KiB.streams-osds.latency-p99.9, NANOSECONDS",
    "flush.latency-p50, NANOSECONDS",
    "flush.ratio, NONE",
    "plp.finding, WORD",
    "scaling.shape, WORD",
    "target.capacity, BYTES",
    "plan.osds, NONE",
    "mixed.wal+db.wal.latency-p99, NANOSECONDS",
    "mixed.wal+db.wal-500-read-100.compaction-read.bandwidth, BYTES_PER_SECOND",
    "chain.writecache-512B.at-500.streams-osds.iops, PER_SECOND",
    "chain.bcache.streams-1.write.latency-p99.9, NANOSECONDS",
  })
  void knowsTheUnitOfEachMetric(String metric, Unit unit) {
    assertThat(Metrics.unit(metric)).contains(unit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "commit.sync.streams-1.iops",
        "commit.dsync.streams-0.iops",
        "commit.dsync.streams-1",
        "commit.dsync.streams-1.latency-p42",
        "commit.dsync-4MiB.streams-1.iops",
        "flush.latency",
      })
  void knowsNoOthers(String metric) {
    assertThat(Metrics.unit(metric)).isEmpty();
    assertThat(Metrics.words(metric)).isEmpty();
  }

  @Test
  void namesPhasesByDurabilityBlockAndStreams() {
    assertThat(Metrics.commitPhase(Durability.FDATASYNC, 4096, "1"))
        .isEqualTo("commit.fdatasync.streams-1");
    assertThat(Metrics.commitPhase(Durability.DSYNC, 512, "1"))
        .isEqualTo("commit.dsync-512B.streams-1");
    assertThat(Metrics.commitPhase(Durability.NONE, 65536, "osds"))
        .isEqualTo("commit.none-64KiB.streams-osds");
  }

  @Test
  void knowsWhatTheBuiltInPlanGives() throws Exception {
    Profile profile = ProfileLoader.builtIn("wal-hdd");
    assertThat(Metrics.measuredBy(profile.plan(), profile.inputs()))
        .contains(
            "target.capacity",
            "plan.osds",
            "flush.latency-p50",
            "flush.ratio",
            "plp.finding",
            "scaling.shape",
            "commit.none-512B.streams-1.iops",
            "commit.fdatasync.streams-16.latency-p99.9",
            "commit.fdatasync.streams-osds.latency-max")
        .doesNotContain("commit.dsync.streams-2.iops", "commit.fdatasync.streams-3.iops");
  }
}
