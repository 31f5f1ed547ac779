package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Value;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.rig.BlockRig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A drive that is fast until so many bytes are written is judged by what it does after. */
class WriteSaturationIT {

  private static final long CLIFF = 400L << 20;

  /** 4 in flight: 0.5 ms each before the cliff, 2 ms after it. */
  private static final String[] DRIVE = {"wlat_us 500", "slc " + CLIFF + " 0 2000"};

  private static final String PROFILE =
      """
      schema: osd-qualify/profile/1
      name: saturated
      version: 1
      title: what is left after the cliff
      plan:
        - {probe: write-saturation, streams: 2, depth: 2, volume: 10 * capacity, max: 45 s}
      criteria:
        - {axis: steady state, metric: write-saturation.plateau.iops, at-least: 2200, why: "choice: between both rates"}
        - {axis: commit, metric: write-saturation.fresh.iops, at-least: 2200, why: "choice: between both rates"}
        - {axis: tail, metric: write-saturation.plateau.latency-mean, at-most: 1.8 ms, why: "choice: between both latencies"}
        - {axis: scaling, metric: write-saturation.shape, one-of: [steady, climbing], why: "choice: a test"}
      """;

  @TempDir private Path folder;

  @Test
  void theVerdictComesFromThePlateauAndTheCliffIsAtItsByte() throws Exception {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    try (BlockRig rig = BlockRig.open()) {
      String device = rig.fake("slc", 64, BlockRig.Cache.BACK, DRIVE).toString();
      Path profile = Files.writeString(folder.resolve("saturated.yaml"), PROFILE);
      Program.Result run =
          new Program(folder)
              .run(
                  "run",
                  device,
                  "--profile",
                  profile.toString(),
                  "--erase",
                  device,
                  "--out",
                  "cliff");
      assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
      Qualification result = ResultJson.read(folder.resolve("cliff"));
      assertThat(outcome(result, "write-saturation.fresh.iops")).isEqualTo(Outcome.PASS);
      assertThat(outcome(result, "write-saturation.plateau.iops")).isEqualTo(Outcome.FAIL);
      assertThat(outcome(result, "write-saturation.plateau.latency-mean")).isEqualTo(Outcome.FAIL);
      assertThat(outcome(result, "write-saturation.shape")).isEqualTo(Outcome.FAIL);
      assertCliff(result);
    }
  }

  private static void assertCliff(Qualification result) {
    Measurement cliff = measurement(result, "write-saturation.cliff");
    assertThat(cliff.number()).isCloseTo((double) CLIFF, within(0.05 * CLIFF));
    assertThat(cliff.ci95Low()).isLessThanOrEqualTo(CLIFF * 1.001);
    assertThat(cliff.ci95High()).isGreaterThanOrEqualTo(CLIFF * 0.999);
    assertThat(measurement(result, "write-saturation.plateau-from").number())
        .isEqualTo(cliff.number());
    assertThat(measurement(result, "write-saturation.shape").value())
        .isEqualTo(new Value.Word("cliff"));
    assertThat(measurement(result, "write-saturation.plateau.iops").number())
        .isBetween(500.0, 2010.0);
    assertThat(measurement(result, "write-saturation.cliff-ratio").number()).isBetween(0.15, 0.7);
  }

  private static Measurement measurement(Qualification result, String metric) {
    return result.measurements().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow(() -> new AssertionError(metric + " is missing: " + result.missing()));
  }

  private static Outcome outcome(Qualification result, String metric) throws IOException {
    Verdict verdict = result.verdict();
    assertThat(verdict).isNotNull();
    return verdict.criteria().stream()
        .filter(criterion -> criterion.metric().equals(metric))
        .map(CriterionResult::outcome)
        .findFirst()
        .orElseThrow();
  }
}
