package io.osdqualify.run;

import io.osdqualify.engine.EngineException;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.judge.Evidence;
import io.osdqualify.judge.Judge;
import io.osdqualify.judge.Measured;
import io.osdqualify.judge.Measurements;
import io.osdqualify.profile.Criterion;
import io.osdqualify.workload.PhaseOutcome;
import io.osdqualify.workload.PhaseOutcome.Ending;
import io.osdqualify.workload.PhasePlan;
import io.osdqualify.workload.StopSignal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The phases of a run one after the other, stored after each, and their verdict.
 *
 * @param execution runs a phase
 * @param position how far the run has come
 * @param marking says of a phase whether the engine bounded it
 */
record Measuring(
    RunRequest request,
    RunPlan plan,
    Execution execution,
    Recorder recorder,
    ResultFolder folder,
    Position position,
    ProgressLine progress,
    StopSignal stop,
    UnaryOperator<Phase> marking) {

  /** Runs a phase. */
  interface Execution {
    /** What became of it. */
    PhaseOutcome run(PhasePlan phase);
  }

  /** How a run stands. */
  private record State(Ending ending, String detail, boolean decided) {
    static final State GOING_ON = new State(Ending.WHOLE, "", false);

    boolean isOver() {
      return decided || ending != Ending.WHOLE;
    }
  }

  RunResult run() throws IOException {
    folder.write(recorder.soFar());
    State state = triage();
    Optional<PhasePlan> next = plan.probes().next(recorder.phases());
    while (!state.isOver() && next.isPresent()) {
      state = step(next.get());
      next = state.isOver() ? next : plan.probes().next(recorder.phases());
    }
    if (state.decided()) {
      recorder.shorten("--fail-fast (ended with the first certain failure)");
    }
    return finish(state.ending(), state.detail());
  }

  private State step(PhasePlan phase) throws IOException {
    State state = attempt(phase);
    if (state.ending() == Ending.WHOLE) {
      position.whole(recorder.phases().size());
    }
    return state;
  }

  private State attempt(PhasePlan phase) throws IOException {
    if (stop.isRequested()) {
      return new State(Ending.INTERRUPTED, "", false);
    }
    try {
      PhaseOutcome outcome = measure(phase);
      boolean whole = outcome.ending() == Ending.WHOLE;
      return new State(outcome.ending(), outcome.detail(), whole && hasFailed());
    } catch (EngineException e) {
      return new State(Ending.FAULT, notBegun(phase, e), false);
    }
  }

  /**
   * A new drive is never slower than a written one: what is out of reach before the preconditioning
   * need not be preconditioned. What is not is measured again in its turn.
   */
  private State triage() throws IOException {
    Optional<PhasePlan> triage = plan.triage();
    if (!request.failFast() || triage.isEmpty() || !recorder.phases().isEmpty()) {
      return State.GOING_ON;
    }
    State state = attempt(triage.get());
    if (state.isOver() && !state.decided()) {
      return state;
    }
    Phase measured = recorder.phases().get(0);
    if (state.decided() && plan.limits().isOutOfReach(measured)) {
      return state;
    }
    RunLog.info("not plainly bad: {} is measured again in its turn", measured.name());
    recorder.removePhases();
    return State.GOING_ON;
  }

  /** Whether what was measured so far can't pass any more. */
  private boolean hasFailed() {
    return request.failFast()
        && judged(true).criteria().stream()
            .filter(result -> result.severity().equals(Criterion.Severity.FAIL.key()))
            .filter(result -> result.margin() != null)
            .anyMatch(result -> result.outcome() == Outcome.FAIL);
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
    PhaseOutcome outcome = execution.run(phase);
    RunLog.info("phase {} ended: {}", phase.name(), outcome.phase().endedBecause());
    recorder.add(marking.apply(outcome.phase()));
    folder.write(recorder.soFar());
    progress.ended(phase, outcome.phase());
    return outcome;
  }

  private Measured measured() {
    Qualification soFar = recorder.soFar();
    return Measurements.of(soFar.target(), soFar.phases(), plan.inputs(), request.profile().plan());
  }

  /** Of what was measured so far; nothing is stored. */
  private Verdict judged(boolean complete) {
    Measured measured = measured();
    Evidence evidence = Evidence.of(recorder.finished(null, complete)).with(measured);
    return Judge.judge(request.profile(), request.tier(), plan.inputs(), evidence);
  }

  private RunResult finish(Ending ending, String detail) throws IOException {
    boolean complete = ending == Ending.WHOLE;
    Verdict verdict = judged(complete);
    Measured measured = measured();
    recorder.add(measured.measurements(), measured.missing());
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
