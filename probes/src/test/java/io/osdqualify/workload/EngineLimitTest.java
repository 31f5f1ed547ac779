package io.osdqualify.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.EngineJob;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.SelfCheck;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.EngineFacts;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineLimitTest {

  private static final PhaseRule RULE =
      new PhaseRule(
          Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), 0, 0, Duration.ofSeconds(1));

  private static PhasePlan plan(Backend backend, int streams, int depth, Durability durability) {
    Stream stream =
        Stream.sequential("commit", new Region(0, 1 << 20))
            .durability(durability)
            .depth(depth)
            .build();
    Workload workload =
        new Workload(
            backend,
            Collections.nCopies(streams, stream),
            Duration.ZERO,
            Duration.ofSeconds(1),
            0,
            Workload.Options.USUAL);
    return new PhasePlan("test", "test", "", workload, RULE);
  }

  /** A machine whose every ceiling is a million a second, but for libaio, which it refuses. */
  private static final class Machine implements Engine {
    private final List<String> asked = new ArrayList<>();

    @Override
    public EngineFeatures features() {
      return EngineFeatures.ALL;
    }

    @Override
    public EngineJob start(WritePermit permit, Workload workload) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Ceiling ceiling(Backend backend, int depth, Duration counting) {
      assertThat(counting).isLessThanOrEqualTo(Duration.ofMillis(200));
      asked.add(backend.key() + " " + depth);
      if (backend == Backend.LIBAIO) {
        throw new EngineException("the kernel refuses it on /dev/null: EINVAL");
      }
      return new Ceiling(backend.key(), depth, "/dev/null", 1e6, 900);
    }

    @Override
    public List<SelfCheck> selfTest() {
      return List.of();
    }
  }

  @Test
  void eachBackendAndClassOfDepthIsMeasuredOnceAndARefusalIsSaid() {
    Machine machine = new Machine();
    EngineLimit.Ceilings ceilings =
        EngineLimit.measure(
            machine,
            java.util.stream.Stream.of(
                    plan(Backend.IO_URING, 1, 8, Durability.NONE),
                    plan(Backend.PSYNC, 4, 1, Durability.DSYNC),
                    plan(Backend.IO_URING, 1, 128, Durability.NONE),
                    plan(Backend.LIBAIO, 1, 1, Durability.NONE),
                    plan(Backend.PSYNC, 1, 1, Durability.NONE))
                .map(Outline::once)
                .toList());
    assertThat(machine.asked).containsExactly("io_uring 32", "psync 1", "libaio 1");
    assertThat(ceilings.measured())
        .extracting(Ceiling::backend)
        .containsExactly("io_uring", "psync");
    assertThat(ceilings.missing())
        .singleElement()
        .hasToString(
            "Missing[what=engine.ceiling.libaio-1, reason=the kernel refuses it on /dev/null:"
                + " EINVAL]");
  }

  @ParameterizedTest(name = "{0} streams on {1} CPUs, {2}/s of {3}: {4}")
  @CsvSource({
    "1, 4, 790000, NONE, false",
    "1, 4, 810000, NONE, true",
    "2, 4, 810000, NONE, false",
    "4, 4, 3100000, NONE, false",
    "4, 4, 3300000, NONE, true",
    // More streams than CPUs do no more than the CPUs can.
    "16, 4, 3300000, NONE, true",
    // A commit of write and flush is two calls.
    "1, 4, 390000, FDATASYNC, false",
    "1, 4, 410000, FDATASYNC, true",
  })
  void aRateAbove80PercentOfTheCeilingIsTheTools(
      int streams, int cpus, long rate, Durability durability, boolean limited) {
    EngineFacts facts =
        new EngineFacts(
            20, null, "test", false, 1L, List.of(new Ceiling("psync", 1, "/dev/null", 1e6, 900)));
    Phase phase = phase(plan(Backend.PSYNC, streams, 1, durability), rate);
    assertThat(EngineLimit.mark(facts, cpus, phase).toolLimited()).isEqualTo(limited);
  }

  @Test
  void withoutACeilingNothingIsMarked() {
    EngineFacts none = new EngineFacts(20, null, "test", false, null, List.of());
    Phase phase = phase(plan(Backend.LIBAIO, 1, 1, Durability.NONE), 90_000_000);
    assertThat(EngineLimit.mark(none, 4, phase).toolLimited()).isFalse();
  }

  /** One second in which so many operations completed. */
  private static Phase phase(PhasePlan plan, long operations) {
    FakeJob job = new FakeJob(plan.workload().streams().size());
    for (LatencyKind kind : plan.workload().groups().get(0).one().kinds()) {
      job.add(0, kind, 1000, operations);
    }
    SeriesRecorder series = new SeriesRecorder(plan.workload());
    series.finish(job, job.at(1));
    return new PhaseBuilder(plan, Instant.EPOCH, job, job.at(1), series)
        .outcome("", true, false, Optional.empty())
        .phase();
  }
}
