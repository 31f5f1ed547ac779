package io.osdqualify.workload;

import io.osdqualify.device.SafetyGate;
import io.osdqualify.device.TargetRequest;
import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.host.DiskStatistics;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import io.osdqualify.judge.PhaseLimits;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.Tier;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A device that passed the safety gate, with all that a phase needs to run on it. */
final class Bench implements AutoCloseable {

  static final int BLOCK = 4096;

  private final WritePermit permit;
  private final NativeEngine engine = new NativeEngine();

  private Bench(WritePermit permit) {
    this.permit = permit;
  }

  static Bench on(Path device) throws Exception {
    SafetyGate gate =
        new SafetyGate(HostFiles.live(), new ProcessCommandRunner(), new NativeTargetOpener());
    String path = device.toString();
    return new Bench(gate.open(TargetRequest.target(path, null, path)));
  }

  PhaseOutcome run(PhasePlan plan) {
    return run(plan, new StopSignal());
  }

  PhaseOutcome run(PhasePlan plan, StopSignal stop) {
    return new PhaseRunner(
            engine, permit, statistics(), stop, new Silent(), Clock.systemUTC(), PhaseLimits.NONE)
        .run(plan);
  }

  /** With little patience for a device that does not answer. */
  PhaseOutcome run(PhasePlan plan, Duration hung) {
    StopSignal never = new StopSignal();
    Clock clock = Clock.systemUTC();
    return new PhaseRunner(
            engine, permit, statistics(), never, new Silent(), clock, PhaseLimits.NONE, hung)
        .run(plan);
  }

  private DiskStatistics statistics() {
    return new DiskStatistics(HostFiles.live(), permit.layers().target(), permit.layers().disks());
  }

  /** What probes are told of this device. */
  ProbeContext context() {
    return new ProbeContext(
        new ProbeContext.Area(
            permit.rangeOffset(), permit.rangeLength(), permit.facts().logicalBlockBytes()),
        new ProbeContext.Asked(1, Tier.MINIMUM, new Expression.Scope(Map.of()), false, 1),
        new ProbeContext.Means(EngineChoice.AUTO, engine.features(), Workload.Options.USUAL));
  }

  @Override
  public void close() {
    permit.close();
  }

  /** A phase of 4 KiB writes that its time ends. */
  static PhasePlan writes(Backend backend, List<Stream> streams, Duration ramp, Duration counting) {
    Workload workload = new Workload(backend, streams, ramp, counting, 0, Workload.Options.USUAL);
    PhaseRule rule = new PhaseRule(ramp, counting, counting, 0, 0, counting);
    return new PhasePlan("test", "test", "4 KiB writes", workload, rule);
  }

  /** Sequential streams, each in a ring of this many bytes of its own, one behind the other. */
  static List<Stream> rings(int count, long ringBytes, Durability durability, int depth) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                Stream.sequential("test", new Region(i * ringBytes, ringBytes))
                    .durability(durability)
                    .depth(depth)
                    .seed(i + 1L)
                    .build())
        .toList();
  }

  private static final class Silent implements PhaseListener {
    @Override
    public void started(PhasePlan plan) {}

    @Override
    public void progress(PhasePlan plan, Progress progress) {}
  }
}
