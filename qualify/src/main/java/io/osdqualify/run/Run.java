package io.osdqualify.run;

import io.osdqualify.device.CacheSwitch;
import io.osdqualify.device.Finding;
import io.osdqualify.device.Inspection;
import io.osdqualify.device.SafetyRefusal;
import io.osdqualify.device.TargetLayers;
import io.osdqualify.device.TargetUsageException;
import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.ClusterFacts;
import io.osdqualify.evidence.EngineFacts;
import io.osdqualify.evidence.HostFacts;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.Tool;
import io.osdqualify.host.CpuList;
import io.osdqualify.host.DiskStatistics;
import io.osdqualify.host.HostCheck;
import io.osdqualify.host.HostCpus;
import io.osdqualify.host.HostCpus.Binding;
import io.osdqualify.host.HostReader;
import io.osdqualify.profile.Metrics;
import io.osdqualify.workload.EngineLimit;
import io.osdqualify.workload.EngineLimit.Ceilings;
import io.osdqualify.workload.HostChoices;
import io.osdqualify.workload.PhaseOutcome;
import io.osdqualify.workload.PhasePlan;
import io.osdqualify.workload.PhaseRunner;
import io.osdqualify.workload.ProbeContext;
import io.osdqualify.workload.StopSignal;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The order of a run: gate, plan, folder, measurement. Profile and permit meet here; nothing else
 * decides anything.
 */
public final class Run {

  private final Environment environment;
  private final RunRequest request;
  private final Tool tool;
  private final StopSignal stop;
  private final Optional<Resumption> resumption;

  public Run(Environment environment, RunRequest request, Tool tool, StopSignal stop) {
    this(environment, request, tool, stop, Optional.empty());
  }

  /** One that goes on. */
  public Run(Environment environment, Resumption resumption, Tool tool, StopSignal stop) {
    this(environment, resumption.request(), tool, stop, Optional.of(resumption));
  }

  private Run(
      Environment environment,
      RunRequest request,
      Tool tool,
      StopSignal stop,
      Optional<Resumption> resumption) {
    this.environment = environment;
    this.request = request;
    this.tool = tool;
    this.stop = stop;
    this.resumption = resumption;
  }

  /**
   * Says what would be done, and whether the target would be refused; writes nothing.
   *
   * @return whether the target is free
   */
  public boolean plan(PrintStream out) throws IOException, TargetUsageException {
    Inspection inspection = environment.gate().inspect(request.target());
    if (inspection.facts().rangeBytes() > 0) {
      RunPlan plan =
          RunPlan.of(
              request,
              inspection.facts(),
              inspection.reduced(),
              features(out),
              options(binding(inspection.layers())),
              choices(inspection.layers()),
              before(inspection.facts(), inspection.layers()));
      new PlanText(out).print(inspection.facts(), host(inspection.layers()), plan, request.seed());
    }
    if (inspection.isFree()) {
      out.println(
          inspection.needsErase()
              ? "The target is free. To run: --erase " + inspection.facts().eraseWord()
              : "The target is free.");
    }
    for (Finding finding : inspection.findings()) {
      out.println("Would be refused: " + finding.line());
    }
    return inspection.isFree();
  }

  /** What this kernel and CPU can do, as a run will find it; all, where that can't be asked. */
  private EngineFeatures features(PrintStream out) {
    try {
      return environment.engine().get().features();
    } catch (EngineException e) {
      out.println("Note: the engine can't be loaded here, so a run can't begin: " + e.getMessage());
      out.println("Note: what this kernel and CPU lack is not known to this plan.");
      return EngineFeatures.ALL;
    }
  }

  private HostChoices choices(TargetLayers layers) {
    return HostChoices.of(environment.files(), layers.disks());
  }

  /**
   * Does the run.
   *
   * @param err progress goes there
   * @param redraw whether its line can be redrawn
   * @param width columns of that line
   * @throws SafetyRefusal where the target must not be written
   * @throws TargetUsageException where the target can't be meant
   */
  public RunResult execute(PrintStream err, boolean redraw, int width)
      throws IOException, SafetyRefusal, TargetUsageException {
    if (resumption.isEmpty() && request.out().isPresent()) {
      ResultFolder.check(request.out().get());
    }
    WritePermit permit = environment.gate().open(request.target());
    RunResult result = null;
    try {
      checkSameTarget(permit.facts());
      result = run(permit, err, redraw, width);
      return result;
    } finally {
      // Closing a device that hangs waits for it in the kernel: left to the end of the process.
      if (result == null || result.ending() != PhaseOutcome.Ending.HUNG) {
        permit.close();
      }
    }
  }

  private RunResult run(WritePermit permit, PrintStream err, boolean redraw, int width)
      throws IOException {
    Engine engine = environment.engine().get();
    EngineFeatures features = engine.features();
    Binding binding = binding(permit.layers());
    RunPlan plan =
        RunPlan.of(
            request,
            permit.facts(),
            permit.isReduced(),
            features,
            options(binding),
            choices(permit.layers()),
            before(permit.facts(), permit.layers()));
    HostFacts host = host(permit.layers());
    new PlanText(err).print(permit.facts(), host, plan, request.seed());
    resumption.ifPresent(earlier -> err.println(ResumeText.of(earlier)));
    err.println();
    ProgressLine progress = new ProgressLine(err, redraw, width, plan.forecasts());
    Ceilings ceilings = EngineLimit.measure(engine, plan.outline());
    EngineFacts facts =
        new EngineFacts(
            features.clockCostNs(),
            binding.cpus().isEmpty() ? null : binding.cpus().toString(),
            binding.because(),
            isPinned(),
            request.seed(),
            ceilings.measured());
    List<Missing> missing = new ArrayList<>(plan.leftOut());
    missing.addAll(ceilings.missing());
    whyNoCacheOff(permit).ifPresent(missing::add);
    return measure(permit, plan, frame(permit, host, plan, facts, missing), engine, progress);
  }

  private RunPlan.Before before(TargetFacts target, TargetLayers layers) {
    boolean switchable =
        request.allowCacheChange() && CacheSwitch.impossible(target, layers).isEmpty();
    return new RunPlan.Before(
        switchable, resumption.map(Resumption::progress).orElse(ProbeContext.Progress.NONE));
  }

  private Optional<Missing> whyNoCacheOff(WritePermit permit) {
    return request.allowCacheChange()
        ? CacheSwitch.impossible(permit.facts(), permit.layers())
            .map(reason -> new Missing(Metrics.CACHE_OFF_PHASE, reason))
        : Optional.empty();
  }

  /** A run goes on where it began, or not at all. */
  private void checkSameTarget(TargetFacts now) throws TargetUsageException {
    if (resumption.isPresent()) {
      String was = identity(resumption.get().earlier().target());
      if (!was.equals(identity(now))) {
        throw new TargetUsageException(
            now.path()
                + " is another target than when the run began: then "
                + was
                + ", now "
                + identity(now));
      }
    }
  }

  private static String identity(TargetFacts target) {
    return "%s, serial %s, range %d+%d B of %d B"
        .formatted(
            target.model() == null ? target.kind().key() : target.model(),
            target.serial() == null ? "none" : target.serial(),
            target.rangeOffset(),
            target.rangeBytes(),
            target.capacityBytes());
  }

  /** Where the user says nothing, threads and their memory stay near the drive. */
  private Binding binding(TargetLayers layers) {
    return isPinned()
        ? new Binding(request.engine().cpus(), "--cpus")
        : new HostCpus(environment.files()).near(layers.disks());
  }

  private boolean isPinned() {
    return !request.engine().cpus().isEmpty();
  }

  private Workload.Options options(Binding binding) {
    EngineRequest engine = request.engine();
    return new Workload.Options(
        engine.continueOnError(),
        engine.ioPoll(),
        isPinned(),
        engine.spin(),
        binding.cpus(),
        request.seed());
  }

  private RunResult measure(
      WritePermit permit, RunPlan plan, Recorder.Frame frame, Engine engine, ProgressLine progress)
      throws IOException {
    ResultFolder folder = folder(permit);
    RunLog.open(folder.log());
    try (Position position = Position.open(folder.path())) {
      if (resumption.isEmpty()) {
        StoredRequest.write(folder.path(), request, permit.facts());
      }
      PhaseRunner runner =
          new PhaseRunner(
              engine,
              permit,
              statistics(permit),
              stop,
              new Listeners(progress, position),
              environment.clock(),
              plan.limits());
      UnaryOperator<Phase> marking = phase -> EngineLimit.mark(frame.engine(), cpus(frame), phase);
      CacheSwitch cache = new CacheSwitch(environment.settings());
      return new Measuring(
              request,
              plan,
              phase -> run(runner, cache, permit, progress, phase),
              recorder(frame),
              folder,
              position,
              progress,
              stop,
              marking)
          .run();
    } finally {
      RunLog.close();
    }
  }

  private static PhaseOutcome run(
      PhaseRunner runner,
      CacheSwitch cache,
      WritePermit permit,
      ProgressLine progress,
      PhasePlan phase) {
    if (!phase.cacheOff()) {
      return runner.run(phase);
    }
    CacheSwitch.Held held = cacheOff(cache, permit);
    try {
      return runner.run(phase);
    } finally {
      switchBack(held, progress);
    }
  }

  private static CacheSwitch.Held cacheOff(CacheSwitch cache, WritePermit permit) {
    try {
      return cache.off(permit);
    } catch (IOException e) {
      throw new EngineException("the write cache could not be switched off: " + e.getMessage());
    }
  }

  /** What was measured is kept in any case, and the next start tries again. */
  private static void switchBack(CacheSwitch.Held held, ProgressLine progress) {
    try {
      held.close();
    } catch (IOException e) {
      RunLog.error(e);
      progress.say("the write cache could not be switched on again: " + e.getMessage());
    }
  }

  private ResultFolder folder(WritePermit permit) throws IOException {
    if (resumption.isPresent()) {
      return ResultFolder.reopen(resumption.get().folder());
    }
    return ResultFolder.create(
        request
            .out()
            .orElseGet(() -> ResultFolder.defaultName(permit.facts(), environment.clock())));
  }

  private Recorder recorder(Recorder.Frame frame) {
    return resumption
        .map(earlier -> Recorder.resumed(environment.clock(), frame, earlier))
        .orElseGet(() -> new Recorder(environment.clock(), frame));
  }

  /** On which the engine's threads may run. */
  private static int cpus(Recorder.Frame frame) {
    String bound = frame.engine().cpus();
    return bound == null ? frame.host().cpus() : CpuList.parse(bound).size();
  }

  private Recorder.Frame frame(
      WritePermit permit, HostFacts host, RunPlan plan, EngineFacts engine, List<Missing> missing) {
    return new Recorder.Frame(
        resumption
            .map(earlier -> earlier.earlier().id())
            .orElseGet(() -> UUID.randomUUID().toString()),
        tool,
        plan.shortened(),
        withHealth(permit),
        host,
        engine,
        ClusterFacts.unknown("this version does not ask the cluster"),
        plan.profile(),
        plan.announced(),
        missing);
  }

  /** As it is before the run, with what about it bends the numbers. */
  private HostFacts host(TargetLayers layers) {
    return new HostReader(environment.files())
        .read()
        .with(new HostCheck(environment.files()).deviations(layers.disks()));
  }

  /** A drive is asked that the target lies on alone, and that is one. */
  private TargetFacts withHealth(WritePermit permit) {
    TargetFacts facts = permit.facts();
    String disk = facts.wholeDisk();
    return disk == null || facts.virtualReason() != null || facts.kind().isFile()
        ? facts
        : facts.with(
            environment.health().read("/dev/" + disk, facts.transport().startsWith("nvme")));
  }

  private DiskStatistics statistics(WritePermit permit) {
    return new DiskStatistics(
        environment.files(), permit.layers().target(), permit.layers().disks());
  }
}
