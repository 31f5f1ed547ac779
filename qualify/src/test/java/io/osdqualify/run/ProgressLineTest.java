package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.workload.Outline;
import io.osdqualify.workload.PhaseListener.Progress;
import io.osdqualify.workload.PhasePlan;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static final PhaseRule RULE =
      new PhaseRule(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          0,
          0.02,
          Duration.ofSeconds(5));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private static PhasePlan phase(String name, long maxBytes) {
    Stream stream =
        Stream.sequential("commit", new Region(0, 1 << 30))
            .durability(Durability.FDATASYNC)
            .build();
    Duration ramp = maxBytes > 0 ? Duration.ZERO : RULE.ramp();
    Duration longest = maxBytes > 0 ? Duration.ZERO : RULE.max();
    return new PhasePlan(
        "commit-write",
        name,
        "4 KiB write + fdatasync, 1 stream",
        new Workload(
            Backend.PSYNC, List.of(stream), ramp, longest, maxBytes, Workload.Options.USUAL),
        RULE);
  }

  private ProgressLine line(boolean redraw, int width, PhasePlan... phases) {
    List<Forecast> plan =
        Estimate.of(
            java.util.stream.Stream.of(phases)
                .map(phase -> new Outline(phase.name(), "", phase, 1, 1))
                .toList(),
            "nvme");
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    return new ProgressLine(err, redraw, width, plan);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTerminalSeesRateTailVolumeAndTheTimeLeftOfTheWholeRun() {
    PhasePlan first = phase("commit.fdatasync.streams-1", 0);
    ProgressLine line = line(true, 120, first, phase("commit.dsync.streams-1", 0));
    line.started(first);
    line.progress(first, new Progress(false, 10, 18_421.4, 92_000L, 1L << 30, 0));
    assertThat(text())
        .contains("\r[1/2] commit.fdatasync.streams-1 ")
        .contains("18 421", "p99 92 µs", "1 GiB written", "~55 s left");
  }

  @Test
  void aNarrowTerminalIsNeverWrapped() {
    PhasePlan phase = phase("commit.fdatasync.streams-1", 0);
    ProgressLine line = line(true, 40, phase);
    line.started(phase);
    line.progress(phase, new Progress(false, 10, 18_421.4, 92_000L, 1L << 30, 0));
    assertThat(text().split("\r"))
        .allSatisfy(part -> assertThat(part.replace("\u001b[K", "")).hasSizeLessThan(40));
  }

  @Test
  void theTimeLeftOfAVolumeFollowsItsOwnRate() {
    PhasePlan fill = phase("precondition", 100L << 30);
    ProgressLine line = line(true, 200, fill);
    line.started(fill);
    line.progress(fill, new Progress(false, 60, 1000, null, 25L << 30, 0));
    assertThat(text()).contains("~3 min left");
  }

  @Test
  void aDeviceThatComesBackIsALineThatStays() {
    PhasePlan phase = phase("commit.fdatasync.streams-1", 0);
    double[] stuck = {0, 1.2, 2.2, 3.2, 0.001, 0, 2.1, 0};
    for (boolean redraw : new boolean[] {false, true}) {
      bytes.reset();
      ProgressLine line = line(redraw, 120, phase);
      line.started(phase);
      for (double seconds : stuck) {
        line.progress(phase, new Progress(false, 10, 0, null, 0, seconds));
      }
      assertThat(text().lines().map(l -> l.substring(l.lastIndexOf('\r') + 1)))
          .as("redraw: " + redraw)
          .filteredOn(l -> l.contains("answers again"))
          .map(l -> l.replace("\u001b[K", ""))
          .containsExactly(
              "[1/1] commit.fdatasync.streams-1 the device answers again, after at least 3 s",
              "[1/1] commit.fdatasync.streams-1 the device answers again, after at least 2 s");
    }
  }

  @Test
  void aLogSeesOnlyEndsAndADeviceThatDoesNotAnswerAndThatMoreAndMoreRarely() {
    PhasePlan phase = phase("commit.fdatasync.streams-1", 0);
    ProgressLine line = line(false, 80, phase);
    line.started(phase);
    for (int second = 0; second < 60; second++) {
      line.progress(phase, new Progress(false, second, 0, null, 0, second));
    }
    assertThat(text().lines())
        .containsExactly(
            "[1/1] commit.fdatasync.streams-1 the device has not answered for 2 s",
            "[1/1] commit.fdatasync.streams-1 the device has not answered for 4 s",
            "[1/1] commit.fdatasync.streams-1 the device has not answered for 8 s",
            "[1/1] commit.fdatasync.streams-1 the device has not answered for 16 s",
            "[1/1] commit.fdatasync.streams-1 the device has not answered for 32 s");
  }
}
