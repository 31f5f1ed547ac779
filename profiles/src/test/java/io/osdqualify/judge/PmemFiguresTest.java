package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.judge.Samples.Target;
import io.osdqualify.profile.Axis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which method of persistent memory wins, and what is none. */
class PmemFiguresTest {

  private static Measured of(Phase... phases) {
    return Measurements.of(new Target().facts(), List.of(phases), Map.of());
  }

  private static Measurement metric(Measured measured, String name) {
    return measured.measurements().stream()
        .filter(one -> one.metric().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String word(Measured measured, String name) {
    return metric(measured, name).value().print(metric(measured, name).unit());
  }

  /** Published figures of Optane memory: 4 KiB 1 064 and 975 MiB/s, 1 MiB 1 499 and 1 178. */
  @Test
  void theWinnerIsNamedBySizeAndItsFiguresAreTheBest() {
    Measured measured =
        of(
            Loads.memory("pmem.ntstore.rand-4KiB", 4096, 272_384, "dax", "ntstore"),
            Loads.memory("pmem.clflushopt.rand-4KiB", 4096, 249_600, "dax", "clflushopt"),
            Loads.memory("pmem.ntstore.seq-1024KiB", 1 << 20, 1_499, "dax", "ntstore"),
            Loads.memory("pmem.clflushopt.seq-1024KiB", 1 << 20, 1_178, "dax", "clflushopt"));
    assertThat(word(measured, "pmem.rand-4KiB.best-method")).isEqualTo("ntstore");
    assertThat(word(measured, "pmem.seq-1024KiB.best-method")).isEqualTo("ntstore");
    assertThat(word(measured, "pmem.best-method")).isEqualTo("ntstore");
    assertThat(metric(measured, "pmem.best.rand-4KiB.iops").number()).isEqualTo(272_384);
    Measurement bandwidth = metric(measured, "pmem.clflushopt.seq-1024KiB.bandwidth");
    assertThat(bandwidth.number()).isCloseTo(1_178.0 * (1 << 20), within(1e4));
    assertThat(bandwidth.ci95Low()).isPositive().isLessThan(bandwidth.number());
    assertThat(metric(measured, "pmem.ntstore.rand-4KiB.latency-p99").number())
        .isCloseTo(3_671, within(30.0));
  }

  /** On DRAM behind a pmem driver small and large blocks have different winners. */
  @Test
  void noMethodWinsWhereItDependsOnTheSize() {
    Measured measured =
        of(
            Loads.memory("pmem.ntstore.seq-512B", 512, 2_000_000, "dax"),
            Loads.memory("pmem.clwb.seq-512B", 512, 1_000_000, "dax"),
            Loads.memory("pmem.ntstore.seq-1024KiB", 1 << 20, 2_537, "dax"),
            Loads.memory("pmem.clwb.seq-1024KiB", 1 << 20, 3_824, "dax"));
    assertThat(word(measured, "pmem.seq-512B.best-method")).isEqualTo("ntstore");
    assertThat(word(measured, "pmem.seq-1024KiB.best-method")).isEqualTo("clwb");
    assertThat(word(measured, "pmem.best-method")).isEqualTo("none");
  }

  @Test
  void whatLiesWithinTheNoiseIsNoWinner() {
    Measured measured =
        of(
            Loads.memory("pmem.ntstore.rand-4KiB", 4096, 200_010, "dax"),
            Loads.memory("pmem.clwb.rand-4KiB", 4096, 200_000, "dax"));
    assertThat(word(measured, "pmem.rand-4KiB.best-method")).isEqualTo("none");
    assertThat(metric(measured, "pmem.best.rand-4KiB.iops").number()).isEqualTo(200_010);
  }

  private static Verdict judged(TargetKind kind, String... used) {
    Target file = new Target().kind(kind).transport("file").virtual("a file on ext4");
    return new Run()
        .on(file)
        .with(Loads.memory("pmem.ntstore.rand-4KiB", 4096, 200_000, used))
        .judged(Say.atLeast(Axis.COMMIT, "pmem.best.rand-4KiB.iops", 50_000));
  }

  @Test
  void aFileOnPersistentMemoryCanPass() {
    Verdict verdict = judged(TargetKind.FILE, "dax", "ntstore");
    assertThat(verdict.overall()).as(verdict.reason()).isEqualTo(Outcome.PASS);
    assertThat(Run.outcome(verdict, "integrity.persistent-memory")).isEqualTo(Outcome.PASS);
    assertThat(Run.result(verdict, "integrity.virtual-target").explanation())
        .isEqualTo("a file on persistent memory (DAX)");
  }

  @Test
  void thePageCacheNeverPasses() {
    Verdict verdict = judged(TargetKind.FILE, "page-cache", "ntstore", "msync");
    assertThat(verdict.overall()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(verdict.wouldBe()).isEqualTo(Outcome.PASS);
    assertThat(verdict.reason()).contains("not persistent memory");
    assertThat(Run.outcome(verdict, "integrity.persistent-memory")).isEqualTo(Outcome.INCONCLUSIVE);
  }

  /** A fence takes no time at all, so that any memory would look like a protected drive. */
  @Test
  void fencesOfTheCpuSayNothingOfADrivesProtection() {
    Phase fences = Loads.memory("commit.fdatasync.streams-1", 4096, 900_000, "dax", "clwb");
    Inference inference = PowerLossInference.of(new Target().facts(), List.of(fences));
    assertThat(inference.finding()).isEqualTo(PowerLoss.UNKNOWN);
    assertThat(inference.sentence()).contains("fences of the CPU");
  }

  @Test
  void noScratchFilePassesForPersistentMemory() {
    assertThat(judged(TargetKind.SCRATCH, "dax").overall()).isEqualTo(Outcome.INCONCLUSIVE);
  }

  @Test
  void aDriveIsNotAskedForIt() {
    Verdict verdict = Run.sound().judged(Run.WAL_DB);
    assertThat(verdict.criteria())
        .noneMatch(result -> result.id().equals("integrity.persistent-memory"));
  }
}
