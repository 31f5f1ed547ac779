package io.osdqualify.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.profile.Durability;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stream may be, what it yields, and how streams become groups. */
class StreamTest {

  private static final int MIB = 1 << 20;
  private static final Region REGION = new Region(0, 16 * MIB);

  private static Stream.Builder stream(String name) {
    return Stream.sequential(name, REGION);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, WRITE",
    "DSYNC, COMMIT WRITE",
    "FDATASYNC, COMMIT WRITE FLUSH",
    "FSYNC, COMMIT WRITE FLUSH",
    "BUFFERED, COMMIT WRITE FLUSH"
  })
  void writesHaveTheLatenciesOfTheirDurability(Durability durability, String kinds) {
    assertThat(stream("wal").durability(durability).build().kinds())
        .extracting(LatencyKind::name)
        .containsExactlyInAnyOrder(kinds.split(" "));
  }

  @Test
  void readsAndSchedulesHaveTheirOwn() {
    assertThat(stream("read").reads(1000).build().kinds()).containsExactly(LatencyKind.READ);
    assertThat(stream("mixed").reads(300).arrival(Arrival.poisson(100)).build().kinds())
        .containsExactlyInAnyOrder(LatencyKind.WRITE, LatencyKind.READ, LatencyKind.RESPONSE);
    Stream fua = stream("fua").chain(Writes.Step.write(4096).durable()).build();
    assertThat(fua.kinds()).containsExactlyInAnyOrder(LatencyKind.COMMIT, LatencyKind.WRITE);
  }

  @Test
  void anOperationMovesTheMeanOfItsMixAndAllStepsOfItsChain() {
    Stream mix = stream("mix").blocks(new Block(4096, 3), new Block(65536, 1)).build();
    assertThat(mix.readBytes()).isEqualTo((3 * 4096 + 65536) / 4.0);
    assertThat(mix.commitBytes()).isEqualTo(mix.readBytes());
    assertThat(stream("n").durability(Durability.FDATASYNC, 8).build().commitBytes())
        .isEqualTo(8 * 4096);
    assertThat(chain().commitBytes()).isEqualTo(4096 + 65536 + 4096);
  }

  private static Stream chain() {
    return stream("chain")
        .chain(
            Writes.Step.write(0),
            Writes.Step.write(65536),
            Writes.Step.fdatasync(),
            Writes.Step.write(4096).toJournal().durable())
        .journal(new Region(16 * MIB, MIB))
        .build();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(() -> stream("odd").block(1000).build(), "a block has 512 B");
    refused(() -> stream("large").block(32 * MIB).build(), "a block has 512 B");
    refused(() -> Stream.random("r", new Region(4096, 10_000)).build(), "does not fit blocks");
    refused(() -> stream("depth").depth(0).build(), "depth");
    refused(() -> stream("reads").reads(1001).build(), "read share");
    refused(() -> stream("data").data(0).build(), "data share");
    refused(() -> stream(" ").build(), "name");
    refused(() -> stream("every").durability(Durability.FSYNC, 0), "covers 1 to 65536");
    refused(() -> stream("chain").chain(Writes.Step.fsync()), "writes something");
    refused(
        () -> stream("j").chain(Writes.Step.write(4096).toJournal()).build(),
        "region 0+0 does not fit");
    refused(() -> Arrival.fixed(0), "a rate is above 0");
    refused(() -> Arrival.poisson(Double.NaN), "a rate is above 0");
  }

  private static void refused(ThrowingCallable call, String words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  private static Workload workload(Stream... streams) {
    return new Workload(
        Backend.IO_URING,
        List.of(streams),
        Duration.ZERO,
        Duration.ofSeconds(1),
        0,
        Workload.Options.USUAL);
  }

  @Test
  void streamsOfOneNameAreAGroup() {
    Workload workload =
        workload(
            stream("wal").seed(1).build(),
            stream("wal").seed(2).build(),
            stream("db").block(65536).build());
    assertThat(workload.groups()).extracting(Workload.Group::first).containsExactly(0, 2);
    assertThat(workload.groups()).extracting(Workload.Group::size).containsExactly(2, 1);
  }

  @Test
  void aGroupStandsTogetherAndDoesTheSame() {
    refused(
        () -> workload(stream("wal").build(), stream("db").build(), stream("wal").build()),
        "stand together");
    refused(
        () -> workload(stream("wal").build(), stream("wal").depth(2).build()),
        "do not do the same");
  }
}
