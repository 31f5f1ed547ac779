package io.osdqualify.run;

import io.osdqualify.evidence.HostFacts;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.evidence.ProfileUse;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a run will do, write and take, said before it starts. */
record PlanText(PrintStream out) {

  void print(TargetFacts target, HostFacts host, RunPlan plan, long seed) {
    ProfileUse profile = plan.profile();
    out.printf(
        "Plan: profile %s version %d, tier %s, %s%n",
        profile.name(), profile.version(), profile.tier(), inputs(profile));
    out.printf("Target: %s%n", describe(target));
    out.printf("Writes: %s. Seed %d.%n", writes(target), seed);
    out.printf("Engine: %s.%n", engines(plan));
    target.notes().forEach(note -> out.println("Note: " + note));
    host.deviations()
        .forEach(found -> out.printf("Host: %s; fix: %s%n", found.what(), found.fix()));
    out.println();
    int number = 1;
    for (Forecast forecast : plan.forecasts()) {
      PlannedPhase phase = forecast.announced();
      out.printf(
          "%3d  %-31s %-51s %12s %14s %10s%n",
          number++,
          phase.name(),
          phase.what(),
          "~" + clock(Math.round(forecast.expectedSeconds())),
          bounds(phase),
          "~" + Bytes.print(phase.bytes()));
    }
    plan.leftOut()
        .forEach(missing -> out.printf("Left out: %s: %s%n", missing.what(), missing.reason()));
    out.println();
    out.println(total(plan.forecasts()));
    Endurance.of(bytes(plan.announced()), target)
        .ifPresent(text -> out.println("Endurance: " + text));
    out.printf(
        "(assumed: %s a stream, a scatter of %.0f %% from second to second; a phase ends early when"
            + " the 95 %% interval of its rate is narrow enough)%n",
        Quantity.print(Estimate.COMMITS_PER_SECOND, Unit.PER_SECOND), Estimate.SCATTER * 100);
  }

  /** As {@code io_uring for 1 phase, psync for 10}. */
  private static String engines(RunPlan plan) {
    Map<String, Long> phases =
        plan.outline().stream()
            .collect(
                Collectors.groupingBy(
                    outline -> outline.phase().workload().backend().key(),
                    LinkedHashMap::new,
                    Collectors.counting()));
    return phases.entrySet().stream()
        .map(
            use ->
                use.getKey()
                    + " for "
                    + use.getValue()
                    + (use.getValue() == 1 ? " phase" : " phases"))
        .collect(Collectors.joining(", "));
  }

  private static String writes(TargetFacts target) {
    String range = Bytes.print(target.rangeBytes());
    return target.kind() == TargetKind.SCRATCH
        ? "a nameless file of " + range + ", gone when the run ends"
        : range + " of it; every byte there is lost";
  }

  private static String describe(TargetFacts target) {
    StringBuilder text = new StringBuilder(target.path());
    String absolute = Path.of(target.path()).toAbsolutePath().normalize().toString();
    if (!absolute.equals(target.realPath())) {
      text.append(" -> ").append(target.realPath());
    }
    text.append(" (").append(target.kind().key());
    if (target.model() != null) {
      text.append(", ").append(target.model());
    }
    if (target.serial() != null) {
      text.append(", serial ").append(target.serial());
    }
    text.append(", ").append(Bytes.print(target.capacityBytes())).append(')');
    return text.toString();
  }

  private static String inputs(ProfileUse profile) {
    return profile.inputs().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .reduce((a, b) -> a + ", " + b)
        .orElse("no inputs");
  }

  /** Least and most; empty where they are one. */
  private static String bounds(PlannedPhase phase) {
    long least = Math.round(phase.durationSeconds());
    long most = Math.round(phase.maxDurationSeconds());
    return least == most ? "" : "(" + least + "-" + most + " s)";
  }

  private static String clock(long seconds) {
    return seconds == 0 ? "1 s" : Durations.print(Duration.ofSeconds(seconds));
  }

  private static long bytes(List<PlannedPhase> phases) {
    return phases.stream().mapToLong(PlannedPhase::bytes).sum();
  }

  private static String total(List<Forecast> forecasts) {
    List<PlannedPhase> phases = forecasts.stream().map(Forecast::announced).toList();
    double least = phases.stream().mapToDouble(PlannedPhase::durationSeconds).sum();
    double most = phases.stream().mapToDouble(PlannedPhase::maxDurationSeconds).sum();
    String expected = clock(Math.round(Forecast.seconds(forecasts)));
    String time =
        least == most
            ? expected
            : expected
                + " expected ("
                + clock(Math.round(least))
                + " to "
                + clock(Math.round(most))
                + ")";
    return "Total: " + time + ", about " + Bytes.print(bytes(phases)) + " written";
  }
}
