package io.osdqualify.run;

import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.evidence.ProfileUse;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.judge.PhaseLimits;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Metrics;
import io.osdqualify.profile.PlanStep;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Unit;
import io.osdqualify.workload.HostChoices;
import io.osdqualify.workload.Outline;
import io.osdqualify.workload.PhasePlan;
import io.osdqualify.workload.Precondition;
import io.osdqualify.workload.ProbeContext;
import io.osdqualify.workload.Probes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Profile and target met: what will be done.
 *
 * @param probes that give one phase after the other
 * @param outline what they will do
 * @param limits that phases are judged by
 * @param inputs what the user gave, by the profile's names
 * @param forecasts what is said of them before the run
 * @param leftOut what can't be measured on this host or target
 * @param shortened in which ways less is done than the profile asks
 * @param profile as the result records it
 */
record RunPlan(
    Probes probes,
    List<Outline> outline,
    PhaseLimits limits,
    List<Forecast> forecasts,
    Map<String, Expression.Result> inputs,
    List<Missing> leftOut,
    List<String> shortened,
    ProfileUse profile) {

  /**
   * What holds before the run.
   *
   * @param switchCache whether the drive's write cache can be switched, and may be
   * @param progress of a phase that an earlier process began
   */
  record Before(boolean switchCache, ProbeContext.Progress progress) {}

  /**
   * Plans.
   *
   * @param options how the engine runs every phase
   * @param host what there is for phases that are run in several ways
   */
  static RunPlan of(
      RunRequest request,
      TargetFacts facts,
      boolean reduced,
      EngineFeatures features,
      Workload.Options options,
      HostChoices host,
      Before before) {
    Map<String, Expression.Result> inputs = inputs(request);
    ProbeContext context =
        context(request, facts, features, options, inputs)
            .on(host)
            .after(before.switchCache(), before.progress());
    Probes probes = probes(request, facts, context);
    List<Outline> outline = probes.outline();
    return new RunPlan(
        probes,
        outline,
        PhaseLimits.of(request.profile(), request.tier(), inputs, facts),
        Estimate.of(outline, facts.transport()),
        inputs,
        probes.leftOut(),
        shortened(request, facts, reduced),
        profileUse(request));
  }

  /** What was said of the phases before the run, as the result records it. */
  List<PlannedPhase> announced() {
    return forecasts.stream().map(Forecast::announced).toList();
  }

  /** The phase that tells in seconds whether a drive is plainly bad, if the plan has it. */
  Optional<PhasePlan> triage() {
    return outline.stream()
        .map(Outline::phase)
        .filter(phase -> phase.name().equals(Metrics.commitPhase(Durability.FDATASYNC, 1)))
        .findFirst();
  }

  /** A file that the profile does not fill is written once before anything is measured on it. */
  private static Probes probes(RunRequest request, TargetFacts facts, ProbeContext context) {
    Probes asked = Probes.of(request.profile(), context);
    boolean filled =
        asked.outline().stream()
            .anyMatch(outline -> outline.phase().probe().equals(Precondition.NAME));
    if (!facts.kind().isFile() || filled) {
      return asked;
    }
    // Else the file system's journal is measured: each first write of a block allocates it.
    return asked.after(Precondition.onePass(request.profile().plan().get(0).phase()));
  }

  private static ProbeContext context(
      RunRequest request,
      TargetFacts facts,
      EngineFeatures features,
      Workload.Options options,
      Map<String, Expression.Result> inputs) {
    Map<String, Expression.Result> names = new HashMap<>(inputs);
    // A plan writes within the range; limits are judged on the capacity.
    names.put("capacity", new Expression.Result.Figure(facts.rangeBytes(), Unit.BYTES));
    names.put("transport", new Expression.Result.Text(facts.transport()));
    return new ProbeContext(
        new ProbeContext.Area(facts.rangeOffset(), facts.rangeBytes(), facts.logicalBlockBytes()),
        new ProbeContext.Asked(
            request.osds(),
            request.tier(),
            new Expression.Scope(names),
            request.quick(),
            request.seed()),
        new ProbeContext.Means(request.engine().choice(), features, options));
  }

  private static Map<String, Expression.Result> inputs(RunRequest request) {
    Map<String, Expression.Result> inputs = new TreeMap<>();
    inputs.put("osds", new Expression.Result.Figure(request.osds(), Unit.NONE));
    request
        .osdSize()
        .ifPresent(size -> inputs.put("osd_size", new Expression.Result.Figure(size, Unit.BYTES)));
    return inputs;
  }

  private static List<String> shortened(RunRequest request, TargetFacts facts, boolean reduced) {
    List<String> reasons = new ArrayList<>();
    if (request.quick()) {
      boolean skips = request.profile().plan().stream().anyMatch(PlanStep::skippedByQuick);
      reasons.add("--quick (short phases" + (skips ? ", no preconditioning)" : ")"));
    }
    if (facts.kind() == TargetKind.SCRATCH) {
      reasons.add("a scratch file");
    }
    if (reduced) {
      reasons.add(
          "reduced range: "
              + Bytes.print(facts.rangeBytes())
              + " of "
              + Bytes.print(facts.capacityBytes()));
    }
    return reasons;
  }

  private static ProfileUse profileUse(RunRequest request) {
    Map<String, String> texts = new TreeMap<>();
    texts.put("osds", String.valueOf(request.osds()));
    request.osdSize().ifPresent(size -> texts.put("osd_size", Bytes.print(size)));
    return new ProfileUse(
        request.profile().name(),
        request.profile().version(),
        request.profile().title(),
        request.tier().key(),
        request.profile().source(),
        request.profile().sha256(),
        texts);
  }
}
