package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.profile.Durability;
import io.osdqualify.workload.PhaseOutcome.Ending;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of mapped memory in a JVM: the engine's become errors, the JVM's own stay its own. */
class MappedMemoryIT {

  /** Two of them are the least that the safety gate takes as a target. */
  private static final int RING = 32 << 20;

  @TempDir Path folder;

  @BeforeEach
  void needsInstructions() {
    assumeFalse(new NativeEngine().features().pmemMethods().isEmpty(), "no pmem method");
  }

  @Test
  void aFileThatIsCutShortIsAnErrorAndTheVirtualMachineLives() throws Exception {
    Path file = Files.write(folder.resolve("target"), new byte[2 * RING]);
    try (Bench bench = Bench.on(file)) {
      PhasePlan plan =
          Bench.writes(
              Backend.PMEM,
              Bench.rings(2, RING, Durability.NONE, 1),
              Duration.ZERO,
              Duration.ofSeconds(60));
      CompletableFuture<PhaseOutcome> running =
          CompletableFuture.supplyAsync(() -> bench.run(plan));
      Thread.sleep(300);
      cut(file, RING);
      PhaseOutcome outcome = running.get(20, TimeUnit.SECONDS);
      assertThat(outcome.ending()).as(outcome.detail()).isEqualTo(Ending.DEVICE_ERROR);
      DeviceError error = outcome.phase().errors().get(0);
      assertThat(error.operation()).isEqualTo(LatencyKind.WRITE);
      assertThat(error.name()).isEqualTo("EIO");
      assertThat(error.stream()).isEqualTo(1);
      assertThat(error.offset()).isBetween((long) RING, 2L * RING - Bench.BLOCK);
      assertThat(outcome.phase().operations()).isPositive();
    }
    assertThat(faultOfTheVirtualMachine()).isInstanceOf(InternalError.class);
  }

  @Test
  void whatIsNoPersistentMemoryIsFlagged() throws Exception {
    Path file = Files.write(folder.resolve("target"), new byte[2 * RING]);
    try (Bench bench = Bench.on(file)) {
      PhaseOutcome outcome =
          bench.run(
              Bench.writes(
                  Backend.PMEM,
                  Bench.rings(1, RING, Durability.FDATASYNC, 1),
                  Duration.ZERO,
                  Duration.ofMillis(500)));
      assertThat(outcome.ending()).as(outcome.detail()).isEqualTo(Ending.WHOLE);
      assertThat(outcome.phase().operations()).isPositive();
      assertThat(outcome.phase().workload().backendUsed())
          .contains("page-cache", BackendFlag.MSYNC.key());
    }
  }

  /** What Java makes of a mapping of its own that has lost its file: it handles SIGBUS, too. */
  private Throwable faultOfTheVirtualMachine() throws IOException {
    Path file = Files.write(folder.resolve("mapped"), new byte[2 * Bench.BLOCK]);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer buffer = channel.map(MapMode.READ_WRITE, 0, 2 * Bench.BLOCK);
      channel.truncate(0);
      return faultOf(buffer);
    }
  }

  private static Throwable faultOf(ByteBuffer buffer) {
    try {
      buffer.put(Bench.BLOCK, (byte) 1);
      return new AssertionError("no fault, and " + buffer.get(Bench.BLOCK));
    } catch (InternalError e) {
      return e;
    }
  }

  private static void cut(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }
}
