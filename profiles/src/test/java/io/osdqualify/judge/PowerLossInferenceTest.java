package io.osdqualify.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.judge.Samples.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PowerLossInferenceTest {

  private static final TargetFacts NVME = new Target().facts();

  @ParameterizedTest
  @ValueSource(
      strings = {"raid", "virtio", "multipath", "iscsi", "usb", "scsi", "unknown", "nvme-tcp"})
  void aLayerThatHidesTheDriveMakesItUnknownHoweverFast(String transport) {
    Inference inference =
        PowerLossInference.of(new Target().transport(transport).facts(), figures(20_000, 20));
    assertThat(inference.finding()).isEqualTo(PowerLoss.UNKNOWN);
    assertThat(inference.evidence()).first().asString().contains(transport);
  }

  @Test
  void anNvmeDiskOfAHypervisorIsUnknown() {
    TargetFacts target = new Target().virtual("a disk of a hypervisor (QEMU)").facts();
    assertThat(finding(target, figures(20_000, 20))).isEqualTo("unknown");
  }

  @Test
  void aLayerOverSeveralDisksIsUnknown() {
    TargetFacts target = new Target().kind(TargetKind.LOGICAL_VOLUME).wholeDisk(null).facts();
    assertThat(finding(target, figures(20_000, 20))).isEqualTo("unknown");
  }

  @Test
  void writeThroughOverACacheThatIsOnDropsFlushesAndTheCureIsNamed() {
    TargetFacts target =
        new Target().transport("sata").cache("write through", DeviceCache.ENABLED).facts();
    Inference inference = PowerLossInference.of(target, figures(40_000, 1));
    assertThat(inference.finding()).isEqualTo(PowerLoss.DROPPED);
    assertThat(inference.advice())
        .singleElement()
        .asString()
        .contains("echo 'write back' > /sys/block/sda/queue/write_cache");
  }

  @Test
  void anNvmeDriveWithoutVolatileCacheHasDeclaredIt() {
    TargetFacts asked = new Target().cache("write through", DeviceCache.NONE).facts();
    assertThat(finding(asked, counted(20_000, 1, 0L))).isEqualTo("declared");
    assertThat(finding(asked, figures(800, 1))).isEqualTo("declared");
  }

  @Test
  void theFuaFlagTellsWhatAnNvmeDriveThatWasNotAskedDeclares() {
    Target target = new Target().cache("write through", DeviceCache.UNKNOWN);
    assertThat(finding(target.fua(false).facts(), figures(20_000, 1))).isEqualTo("declared");
    assertThat(finding(target.fua(true).facts(), figures(20_000, 1))).isEqualTo("dropped");
    assertThat(finding(target.fua(null).facts(), figures(20_000, 1))).isEqualTo("unknown");
  }

  @Test
  void ofALayerAboveAnNvmeDriveTheFuaFlagTellsNothing() {
    Target target = new Target().cache("write through", DeviceCache.UNKNOWN).fua(false);
    assertThat(finding(target.kind(TargetKind.LOGICAL_VOLUME).facts(), figures(20_000, 1)))
        .isEqualTo("unknown");
  }

  @Test
  void aLoopDeviceSetToWriteThroughSaysNothing() {
    TargetFacts loop = Target.loop().cache("write through", DeviceCache.UNKNOWN).facts();
    assertThat(finding(loop, counted(200_000, 1, 0L))).isEqualTo("unknown");
  }

  @Test
  void flushesThatVanishBelowAWriteBackKernelAreUnknownNotLikely() {
    assertThat(finding(NVME, counted(50_000, 2, 0L))).isEqualTo("unknown");
  }

  @Test
  void aFastWriteBackLoopDeviceIsLikelyAndASlowOneMissing() {
    TargetFacts loop = Target.loop().facts();
    assertThat(finding(loop, counted(20_000, 25, 600_000L))).isEqualTo("likely");
    assertThat(finding(loop, counted(450, 2_000, 13_500L))).isEqualTo("missing");
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 99, likely",
    "20000, 20, likely",
    "5000, 100, indeterminate",
    "4999, 99, indeterminate",
    "2000, 20, indeterminate",
    "3000, 350, indeterminate",
    "1500, 250, indeterminate",
    "1999, 20, missing",
    "1999, 300, missing",
    "1500, 350, missing",
    "6000, 300, missing"
  })
  void theFiguresDecideAtTheTablesLimitsInItsOrder(double commits, long flushUs, String finding) {
    assertThat(finding(NVME, figures(commits, flushUs))).isEqualTo(finding);
  }

  @Test
  void aHighRateWithALowRatioIsLikelyAllTheSame() {
    CommitFigures figures = new CommitFigures(10_300.0, null, 41_200.0, null, 40_000L, null, 0);
    assertThat(finding(NVME, figures)).isEqualTo("likely");
  }

  @Test
  void withoutCommitsOrFlushesItIsUnknown() {
    assertThat(finding(NVME, new CommitFigures(null, 9.0, 9.0, null, 9L, null, 0)))
        .isEqualTo("unknown");
    assertThat(finding(NVME, new CommitFigures(9_000.0, null, null, null, null, null, 0)))
        .isEqualTo("unknown");
  }

  @Test
  void fewCommitsAreMissingEvenWithoutTheFlushAlone() {
    assertThat(finding(NVME, new CommitFigures(445.0, null, null, null, null, null, 0)))
        .isEqualTo("missing");
  }

  @Test
  void aSlowSataDriveIsToBeRetestedWithItsCacheOffButAnNvmeDriveIsNot() {
    TargetFacts sata = new Target().transport("sata").facts();
    assertThat(PowerLossInference.of(sata, figures(659, 1_400)).advice())
        .containsExactly(
            new Advice("retest with the write cache off", "smartctl -s wcache,off /dev/sda"));
    assertThat(PowerLossInference.of(NVME, figures(659, 1_400)).advice()).isEmpty();
  }

  @Test
  void aCacheThatIsAlreadyOffIsNotToBeSwitchedOff() {
    TargetFacts off =
        new Target().transport("sata").cache("write through", DeviceCache.DISABLED).facts();
    Inference inference = PowerLossInference.of(off, figures(1_600, 2));
    assertThat(inference.finding()).isEqualTo(PowerLoss.MISSING);
    assertThat(inference.advice()).isEmpty();
  }

  @Test
  void aCacheThatMultipliesCommitsWhenOffMakesItLikelyWithTheAdvice() {
    TargetFacts sata = new Target().transport("sata").facts();
    Inference five =
        PowerLossInference.of(
            sata, new CommitFigures(659.0, null, null, 25_100.0, 1_400_000L, null, 0));
    assertThat(five.finding()).isEqualTo(PowerLoss.LIKELY);
    assertThat(five.advice()).singleElement().asString().contains("write cache off");
    assertThat(finding(sata, new CommitFigures(659.0, null, null, 3_000.0, 1_400_000L, null, 0)))
        .isEqualTo("missing");
  }

  @Test
  void theMechanismsDisagreeAtFiveTimesAndAtAFifth() {
    assertThat(disagreement(91_374, 2_767)).contains("91 374", "2 767");
    assertThat(disagreement(18_700, 288)).contains("18 700", "288");
    assertThat(disagreement(5_000, 1_000)).isNotEmpty();
    assertThat(disagreement(4_999, 1_000)).isEmpty();
    assertThat(disagreement(200, 1_000)).isNotEmpty();
    assertThat(disagreement(215, 445)).isEmpty();
  }

  @Test
  void theSentenceSaysInferredAndGivesTheFigures() {
    CommitFigures figures =
        new CommitFigures(445.0, 215.0, 97_161.0, null, 2_100_000L, 13_350L, 13_350);
    assertThat(PowerLossInference.of(NVME, figures).sentence())
        .isEqualTo(
            "power-loss protection inferred: missing, or a firmware that flushes fully (445 commits/s with fdatasync, "
                + "flush p50 2.1 ms, 0.46 % of the rate without flushes, "
                + "13 350 flushes counted at the device, 13 350 asked for, "
                + "write cache: kernel says write back, drive says enabled)");
  }

  private static CommitFigures figures(double commits, long flushUs) {
    return counted(commits, flushUs, null);
  }

  private static CommitFigures counted(
      double commits, long flushUs, @org.jspecify.annotations.Nullable Long deviceFlushes) {
    return new CommitFigures(
        commits, null, null, null, flushUs * 1_000, deviceFlushes, Math.round(commits * 30));
  }

  private static String finding(TargetFacts target, CommitFigures figures) {
    return PowerLossInference.of(target, figures).finding().key();
  }

  private static String disagreement(double dsync, double fdatasync) {
    return PowerLossInference.disagreement(
            new CommitFigures(fdatasync, dsync, null, null, null, null, 0))
        .orElse("");
  }
}
