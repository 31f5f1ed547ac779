package io.osdqualify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.rig.BlockRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds until a drive is steady, on drives that are, that settle, and that never are. */
class SteadyStateIT {

  private static final String PROFILE =
      """
      schema: osd-qualify/profile/1
      name: steady
      version: 1
      title: rounds of a second
      plan:
        - {probe: steady-state, streams: 2, depth: 2, round: 1 s, hold: 2}
      criteria:
        - {axis: steady state, metric: steady-state.iops, at-least: 100, why: "choice: a test's"}
        - {axis: commit, metric: steady-state.reached, one-of: ["yes"], why: "choice: a test's"}
      """;

  @TempDir private Path folder;
  private BlockRig rig;

  @BeforeEach
  void open() {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    rig = BlockRig.open();
  }

  @AfterEach
  void close() throws Exception {
    if (rig != null) {
      rig.close();
    }
  }

  private record Done(Program.Result run, Qualification result) {
    Outcome outcome(String metric) {
      Verdict verdict = result.verdict();
      assertThat(verdict).isNotNull();
      return verdict.criteria().stream()
          .filter(criterion -> criterion.metric().equals(metric))
          .findFirst()
          .orElseThrow()
          .outcome();
    }

    String word(String metric) {
      return result
          .measurement(metric)
          .map(each -> each.value().print(each.unit()))
          .orElse("missing: " + result.missing());
    }

    List<String> phases() {
      return result.phases().stream().map(Phase::name).toList();
    }
  }

  private Done run(String name, String... lines) throws Exception {
    String device = rig.fake(name, 64, BlockRig.Cache.BACK, lines).toString();
    Path profile = Files.writeString(folder.resolve("steady.yaml"), PROFILE);
    Program.Result run =
        new Program(folder)
            .run("run", device, "--profile", "" + profile, "--erase", device, "--out", name);
    return new Done(run, ResultJson.read(folder.resolve(name)));
  }

  /** 4 in flight: 4 ms each, and 8 ms in the second half of every 3 s. */
  @Test
  void aDriveThatIsNeverSteadyTakesTwentyFiveRoundsAndIsSaidToBe() throws Exception {
    Done done = run("restless", "wlat_us 4000", "swing 8000 3000");
    assertThat(done.phases()).hasSize(25).endsWith("steady-state.round.25");
    assertThat(done.word("steady-state.reached")).isEqualTo("no");
    assertThat(done.outcome("steady-state.iops"))
        .as("above the limit in each round, and still no pass")
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(done.outcome("steady-state.reached")).isEqualTo(Outcome.FAIL);
    assertThat(done.run().out().replaceAll("\\s+", " "))
        .contains("Steady state: steady state not reached in 25 rounds (window: rounds 21 to 25)")
        .contains("but steady state not reached in 25 rounds");
  }

  @Test
  void aSteadyDriveTakesFiveRoundsAndIsWatchedForTwoMore() throws Exception {
    Done done = run("steady", "wlat_us 8000");
    assertThat(done.phases())
        .containsExactly(
            "steady-state.round.01",
            "steady-state.round.02",
            "steady-state.round.03",
            "steady-state.round.04",
            "steady-state.round.05",
            "steady-state.hold.01",
            "steady-state.hold.02");
    assertThat(done.word("steady-state.reached")).isEqualTo("yes");
    assertThat(done.word("steady-state.left")).isEqualTo("no");
    assertThat(done.outcome("steady-state.iops")).isEqualTo(Outcome.PASS);
    assertThat(done.run().out()).contains("Steady state: reached after 5 rounds");
    double rate = done.result().measurement("steady-state.iops").orElseThrow().number();
    assertThat(rate).as("4 in flight, 8 ms each").isBetween(400.0, 501.0);
  }

  /** 10 MB at 500/s are written in 5 s; then each write takes four times as long. */
  @Test
  void aDriveThatSettlesIsJudgedByWhatIsLeft() throws Exception {
    Done done = run("settling", "wlat_us 4000", "after_bytes 12000000 wlat_us 16000");
    assertThat(done.phases().size()).isBetween(7, 13);
    assertThat(done.word("steady-state.reached")).isEqualTo("yes");
    assertThat(done.result().measurement("steady-state.iops").orElseThrow().number())
        .as("4 in flight, 16 ms each")
        .isBetween(200.0, 275.0);
  }
}
