package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnduranceTest {

  private static final long TB = 1_000_000_000_000L;

  private static TargetFacts target(
      TargetKind kind, boolean rotational, @Nullable String virtualReason) {
    return new TargetFacts(
        "/dev/nvme1n1",
        "/dev/nvme1n1",
        kind,
        "nvme1n1",
        "Model",
        "S1",
        "F1",
        "nvme",
        TB,
        0,
        TB / 2,
        512,
        4096,
        rotational,
        "none",
        "write back",
        DeviceCache.UNKNOWN,
        true,
        virtualReason,
        List.of());
  }

  @Test
  void writesAreCountedAgainstTheWholeDriveNotTheRange() {
    assertThat(Endurance.of(2 * TB, target(TargetKind.DISK, false, null)))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains(": 2.0 drive writes, 0.4 % of the 548 of a consumer drive")
                    .endsWith("(assumed: 0.3 a day for 5 years)"));
  }

  @Test
  void littleIsNotCalledNothing() {
    assertThat(Endurance.of(TB / 1000, target(TargetKind.DISK, false, null)))
        .hasValueSatisfying(
            text -> assertThat(text).contains("less than 0.1 drive writes, less than 0.1 %"));
  }

  @Test
  void nothingIsSaidWhereTheDriveIsNotKnownOrDoesNotWear() {
    assertThat(Endurance.of(2 * TB, target(TargetKind.PARTITION, false, null))).isEmpty();
    assertThat(Endurance.of(2 * TB, target(TargetKind.FILE, false, null))).isEmpty();
    assertThat(Endurance.of(2 * TB, target(TargetKind.LOOP, false, null))).isEmpty();
    assertThat(Endurance.of(2 * TB, target(TargetKind.DISK, true, null))).isEmpty();
    assertThat(Endurance.of(2 * TB, target(TargetKind.DISK, false, "hypervisor disk"))).isEmpty();
    assertThat(Endurance.of(0, target(TargetKind.DISK, false, null))).isEmpty();
  }
}
