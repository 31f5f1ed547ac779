package io.osdqualify.run;

import io.osdqualify.engine.EngineException;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.judge.Evidence;
import io.osdqualify.judge.Judge;
import io.osdqualify.judge.Measured;
import io.osdqualify.judge.Measurements;
import io.osdqualify.workload.PhaseOutcome;
import io.osdqualify.workload.PhaseOutcome.Ending;
import io.osdqualify.workload.PhasePlan;
import io.osdqualify.workload.PhaseRunner;
import io.osdqualify.workload.StopSignal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The phases of a run one after the other, stored after each, and their verdict.
 *
 * @param marking says of a phase whether the engine bounded it
 */
record Measuring(
    RunRequest request,
    RunPlan plan,
    PhaseRunner runner,
    Recorder recorder,
    ResultFolder folder,
    ProgressLine progress,
    StopSignal stop,
    UnaryOperator<Phase> marking) {

  RunResult run() throws IOException {
    folder.write(recorder.soFar());
    Ending ending = Ending.WHOLE;
    String detail = "";
    Optional<PhasePlan> next = plan.probes().next(recorder.phases());
    while (ending == Ending.WHOLE && next.isPresent()) {
      if (stop.isRequested()) {
        ending = Ending.INTERRUPTED;
      } else {
        PhasePlan phase = next.get();
        try {
          PhaseOutcome outcome = measure(phase);
          ending = outcome.ending();
          detail = outcome.detail();
          next = plan.probes().next(recorder.phases());
        } catch (EngineException e) {
          ending = Ending.FAULT;
          detail = notBegun(phase, e);
        }
      }
    }
    return finish(ending, detail);
  }

  /** A phase that could not begin is nowhere among the phases: the result says why. */
  private String notBegun(PhasePlan phase, EngineException e) {
    RunLog.error(e);
    String why = String.valueOf(e.getMessage());
    recorder.add(List.of(), List.of(new Missing("phase " + phase.name(), why)));
    return "phase " + phase.name() + ": " + why;
  }

  private PhaseOutcome measure(PhasePlan phase) throws IOException {
    RunLog.info("phase {}: {}", phase.name(), phase.what());
    PhaseOutcome outcome = runner.run(phase);
    RunLog.info("phase {} ended: {}", phase.name(), outcome.phase().endedBecause());
    recorder.add(marking.apply(outcome.phase()));
    folder.write(recorder.soFar());
    progress.ended(phase, outcome.phase());
    return outcome;
  }

  private RunResult finish(Ending ending, String detail) throws IOException {
    Qualification soFar = recorder.soFar();
    Measured measured =
        Measurements.of(soFar.target(), soFar.phases(), plan.inputs(), request.profile().plan());
    recorder.add(measured.measurements(), measured.missing());
    boolean complete = ending == Ending.WHOLE;
    Evidence evidence = Evidence.of(recorder.finished(null, complete));
    Verdict verdict = Judge.judge(request.profile(), request.tier(), plan.inputs(), evidence);
    Qualification whole = recorder.finished(verdict, complete);
    folder.write(whole);
    RunLog.info("verdict {}: {}", verdict.overall().key(), verdict.reason());
    RunLog.close();
    // A device error ends a run for good: its verdict is final. The others were cut short.
    if (complete || ending == Ending.DEVICE_ERROR) {
      folder.finish();
    }
    return new RunResult(whole, folder.path(), ending, detail);
  }
}
