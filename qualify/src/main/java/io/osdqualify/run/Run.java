package io.osdqualify.run;

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
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Tool;
import io.osdqualify.host.CpuList;
import io.osdqualify.host.DiskStatistics;
import io.osdqualify.host.HostCpus;
import io.osdqualify.host.HostCpus.Binding;
import io.osdqualify.host.HostReader;
import io.osdqualify.workload.EngineLimit;
import io.osdqualify.workload.EngineLimit.Ceilings;
import io.osdqualify.workload.HostChoices;
import io.osdqualify.workload.PhaseOutcome;
import io.osdqualify.workload.PhaseRunner;
import io.osdqualify.workload.StopSignal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The order of a run: gate, plan, folder, measurement. Profile and permit meet here; nothing else
 * decides anything.
 */
public final class Run {

  private final Environment environment;
  private final RunRequest request;
  private final Tool tool;
  private final StopSignal stop;

  public Run(Environment environment, RunRequest request, Tool tool, StopSignal stop) {
    this.environment = environment;
    this.request = request;
    this.tool = tool;
    this.stop = stop;
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
              choices(inspection.layers()));
      new PlanText(out).print(inspection.facts(), plan, request.seed());
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
    if (request.out().isPresent()) {
      ResultFolder.check(request.out().get());
    }
    WritePermit permit = environment.gate().open(request.target());
    RunResult result = null;
    try {
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
            choices(permit.layers()));
    new PlanText(err).print(permit.facts(), plan, request.seed());
    err.println();
    ProgressLine progress = new ProgressLine(err, redraw, width, plan.announced());
    PhaseRunner runner =
        new PhaseRunner(
            engine, permit, statistics(permit), stop, progress, environment.clock(), plan.limits());
    Ceilings ceilings = EngineLimit.measure(engine, plan.outline());
    EngineFacts facts =
        new EngineFacts(
            features.clockCostNs(),
            binding.cpus().isEmpty() ? null : binding.cpus().toString(),
            binding.because(),
            isPinned(),
            request.seed(),
            ceilings.measured());
    List<Missing> missing =
        Stream.concat(plan.leftOut().stream(), ceilings.missing().stream()).toList();
    return measure(permit, plan, frame(permit, plan, facts, missing), runner, progress);
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
      WritePermit permit,
      RunPlan plan,
      Recorder.Frame frame,
      PhaseRunner runner,
      ProgressLine progress)
      throws IOException {
    Path dir =
        request
            .out()
            .orElseGet(() -> ResultFolder.defaultName(permit.facts(), environment.clock()));
    ResultFolder folder = ResultFolder.create(dir);
    RunLog.open(folder.log());
    try {
      Recorder recorder = new Recorder(environment.clock(), frame);
      UnaryOperator<Phase> marking = phase -> EngineLimit.mark(frame.engine(), cpus(frame), phase);
      return new Measuring(request, plan, runner, recorder, folder, progress, stop, marking).run();
    } finally {
      RunLog.close();
    }
  }

  /** On which the engine's threads may run. */
  private static int cpus(Recorder.Frame frame) {
    String bound = frame.engine().cpus();
    return bound == null ? frame.host().cpus() : CpuList.parse(bound).size();
  }

  private Recorder.Frame frame(
      WritePermit permit, RunPlan plan, EngineFacts engine, List<Missing> missing) {
    return new Recorder.Frame(
        UUID.randomUUID().toString(),
        tool,
        plan.shortened(),
        permit.facts(),
        new HostReader(environment.files()).read(),
        engine,
        ClusterFacts.unknown("this version does not ask the cluster"),
        plan.profile(),
        plan.announced(),
        missing);
  }

  private DiskStatistics statistics(WritePermit permit) {
    return new DiskStatistics(
        environment.files(), permit.layers().target(), permit.layers().disks());
  }
}
