package io.osdqualify.workload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Block;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Verify;
import io.osdqualify.engine.Workload;
import io.osdqualify.engine.Writes;
import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.evidence.Verification;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A result tells all that ran. */
class PhaseBuilderTest {

  private static final PhaseRule RULE =
      new PhaseRule(
          Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), 0, 0, Duration.ofSeconds(1));
  private static final long MIB = 1 << 20;

  private static PhaseOutcome outcome(FakeJob job, Stream... streams) {
    Workload workload =
        new Workload(
            Backend.LIBAIO,
            List.of(streams),
            Duration.ZERO,
            Duration.ofSeconds(1),
            0,
            Workload.Options.USUAL);
    PhasePlan plan = new PhasePlan("mixed-load", "mixed.wal", "", workload, RULE);
    SeriesRecorder series = new SeriesRecorder(workload);
    series.finish(job, job.at(1));
    return new PhaseBuilder(plan, Instant.EPOCH, job, job.at(1), series)
        .outcome("", true, false, Optional.empty());
  }

  private static Stream wal(int index) {
    return Stream.sequential("wal", new Region(index * MIB, MIB))
        .chain(
            Writes.Step.write(4096),
            Writes.Step.write(0).toJournal().durable(),
            Writes.Step.fdatasync())
        .journal(new Region(8 * MIB + index * MIB, MIB))
        .arrival(Arrival.fixed(500))
        .depth(4)
        .seed(70 + index)
        .build();
  }

  private static Stream compaction() {
    return Stream.random("compaction", new Region(4 * MIB, 4 * MIB))
        .blocks(new Block(65536, 3), new Block(4096, 1))
        .reads(250)
        .durability(Durability.FSYNC, 16)
        .data(500)
        .seed(99)
        .build();
  }

  @Test
  void everyGroupIsDescribedWithEverySeed() {
    FakeJob job = new FakeJob(3).add(0, LatencyKind.COMMIT, 1000, 10);
    Phase phase = outcome(job, wal(0), wal(1), compaction()).phase();
    assertThat(phase.workload().backend()).isEqualTo("libaio");
    assertThat(phase.workload().streams()).isEqualTo(3);
    assertThat(phase.workload().slots()).isEqualTo(9);
    assertThat(phase.workload().operation()).isEqualTo("write");
    assertThat(phase.workload().durability()).isEqualTo("chain");
    assertThat(phase.workload().streamGroups())
        .containsExactly(
            new StreamGroup(
                "wal",
                2,
                "sequential",
                List.of(new StreamGroup.Block(4096, 1)),
                0,
                "chain",
                List.of(
                    new StreamGroup.Step("write", 4096, false, false),
                    new StreamGroup.Step("write", null, true, true),
                    new StreamGroup.Step("fdatasync", null, null, null)),
                1,
                "fixed",
                500.0,
                4,
                MIB,
                MIB,
                1,
                "off",
                List.of(0L, MIB),
                List.of(70L, 71L)),
            new StreamGroup(
                "compaction",
                1,
                "random",
                List.of(new StreamGroup.Block(65536, 3), new StreamGroup.Block(4096, 1)),
                0.25,
                "fsync",
                null,
                16,
                "closed",
                null,
                1,
                4 * MIB,
                null,
                0.5,
                "off",
                List.of(4 * MIB),
                List.of(99L)));
  }

  @Test
  void groupsHaveLatenciesOfTheirOwnAndOpenLoopWhatItDidNotServe() {
    FakeJob job =
        new FakeJob(3)
            .add(0, LatencyKind.COMMIT, 1000, 10)
            .add(1, LatencyKind.COMMIT, 1000, 20)
            .add(1, LatencyKind.RESPONSE, 1500, 20)
            .add(2, LatencyKind.READ, 1200, 5)
            .moved(2, 300_000);
    Phase phase = outcome(job, wal(0), wal(1), compaction()).phase();
    assertThat(phase.unserved()).isEqualTo(21);
    assertThat(phase.groups())
        .extracting(GroupResult::name, GroupResult::operations, GroupResult::unserved)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("wal", 30L, 14L),
            org.assertj.core.groups.Tuple.tuple("compaction", 5L, null));
    assertThat(phase.groups().get(0).latency())
        .containsOnlyKeys(LatencyKind.COMMIT, LatencyKind.RESPONSE);
    assertThat(phase.groups().get(1).latency()).containsOnlyKeys(LatencyKind.READ);
    assertThat(phase.groups().get(1).bytes()).isEqualTo(300_000);
    assertThat(requireNonNull(phase.latency().get(LatencyKind.COMMIT)).count()).isEqualTo(30);
  }

  @Test
  void oneGroupIsNotToldTwiceAndClosedLoopServesAll() {
    Phase phase = outcome(new FakeJob(1).add(0, LatencyKind.READ, 9, 9), compaction()).phase();
    assertThat(phase.groups()).isEmpty();
    assertThat(phase.unserved()).isNull();
    assertThat(phase.workload().operation()).isEqualTo("mixed");
    assertThat(phase.workload().data()).isEqualTo("new in each block, incompressible to 50.0 %");
  }

  @Test
  void dataThatIsNotWhatWasWrittenIsADeviceError() {
    Stream stream = Stream.random("data", new Region(0, MIB)).verify(Verify.CHECK).build();
    Verification bad =
        new Verification(
            81_920, 20, 0, 0, 1, 0, 0, new Verification.BadBlock("misplaced", 0, 4096, 3, 2, 8192));
    PhaseOutcome outcome =
        outcome(new FakeJob(1).add(0, LatencyKind.WRITE, 9, 9).verified(bad), stream);
    assertThat(outcome.ending()).isEqualTo(Ending.DEVICE_ERROR);
    assertThat(outcome.detail())
        .isEqualTo(
            "phase mixed.wal: 1 of 20 blocks are not what was written, the first: misplaced at"
                + " offset 4096 of stream 0");
    assertThat(outcome.phase().verification()).isEqualTo(bad);
    assertThat(outcome.phase().hasDeviceErrors()).isTrue();
  }

  @Test
  void dataThatIsWhatWasWrittenIsSaid() {
    Stream stream = Stream.random("data", new Region(0, MIB)).verify(Verify.CHECK).build();
    Verification good = new Verification(81_920, 20, 0, 0, 0, 0, 0, null);
    PhaseOutcome outcome =
        outcome(new FakeJob(1).add(0, LatencyKind.WRITE, 9, 9).verified(good), stream);
    assertThat(outcome.ending()).isEqualTo(Ending.WHOLE);
    assertThat(outcome.phase().hasDeviceErrors()).isFalse();
  }
}
