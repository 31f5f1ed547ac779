package io.osdqualify.judge;

import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.evidence.TargetKind;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.evidence.Verification;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether the run as a whole can carry a statement on a drive (design.md §3). */
final class RunIntegrity {

  /** Disturbed share of the measured time above which the run says nothing: the default. */
  private static final double DISTURBED_AT_MOST = 0.10;

  private static final Rule VIRTUAL_TARGET =
      new Rule("integrity.virtual-target", "a file, a loop or a virtual disk is no drive");
  private static final Rule SHORTENED =
      new Rule("integrity.shortened", "a shortened run can fail a drive but never pass it");
  private static final Rule INCOMPLETE =
      new Rule("integrity.incomplete", "a run that was cut off has not measured what was planned");
  private static final Rule DISTURBED =
      new Rule(
          "integrity.disturbed", "choice: a tenth of the time moves no percentile that counts");
  private static final Rule DEVICE_ERRORS =
      new Rule("integrity.device-errors", "a drive that returns errors is not fit for use");
  private static final Rule DATA =
      new Rule("integrity.data", "a drive that returns other data than was written is not fit");
  private static final Rule CACHE_STATE =
      new Rule("integrity.cache-state", "the write cache's state can reverse a verdict");

  private static final Rule PERSISTENT_MEMORY =
      new Rule(
          "integrity.persistent-memory",
          "stores that end in the page cache or in plain memory say nothing of persistent memory");

  private final Evidence evidence;
  private final Disturbances disturbances;

  RunIntegrity(Evidence evidence, Disturbances disturbances) {
    this.evidence = evidence;
    this.disturbances = disturbances;
  }

  List<CriterionResult> results() {
    List<CriterionResult> results =
        List.of(
            deviceErrors(),
            data(),
            virtualTarget(),
            shortened(),
            incomplete(),
            disturbed(),
            cacheState());
    return Stream.concat(results.stream(), persistentMemory().stream()).toList();
  }

  /** Only where something was mapped. */
  private Optional<CriterionResult> persistentMemory() {
    List<Phase> mapped = evidence.phases().stream().filter(RunIntegrity::isMapped).toList();
    if (mapped.isEmpty()) {
      return Optional.empty();
    }
    boolean dax = mapped.stream().allMatch(RunIntegrity::isDax);
    return Optional.of(
        PERSISTENT_MEMORY.state(
            dax ? "dax" : "page-cache",
            List.of("dax"),
            dax
                ? "the memory itself was mapped (DAX)"
                : "not persistent memory: the mapping is the page cache or plain memory"));
  }

  private static boolean isMapped(Phase phase) {
    return phase.workload().backend().equals("pmem");
  }

  private static boolean isDax(Phase phase) {
    List<String> used = phase.workload().backendUsed();
    return used != null && used.contains("dax");
  }

  /** Persistent memory is reached through a file: then that is the real thing. */
  private boolean isPersistentMemory() {
    return evidence.target().kind() == TargetKind.FILE
        && evidence.phases().stream().anyMatch(RunIntegrity::isMapped)
        && evidence.phases().stream().filter(RunIntegrity::isMapped).allMatch(RunIntegrity::isDax);
  }

  /** Whether it says that the run did not come to its end. */
  static boolean isCutOff(CriterionResult result) {
    return result.id().equals(INCOMPLETE.id());
  }

  private CriterionResult virtualTarget() {
    TargetFacts target = evidence.target();
    if (isPersistentMemory()) {
      return VIRTUAL_TARGET.state("real", List.of("real"), "a file on persistent memory (DAX)");
    }
    Optional<String> reason = Optional.ofNullable(target.virtualReason());
    if (reason.isEmpty() && (target.kind().isFile() || target.kind() == TargetKind.LOOP)) {
      reason = Optional.of("a " + target.kind().key());
    }
    return VIRTUAL_TARGET.state(
        reason.isPresent() ? "virtual" : "real",
        List.of("real"),
        reason.map(what -> what + " is no drive").orElse("a drive of its own"));
  }

  private CriterionResult shortened() {
    List<String> ways = evidence.shortened();
    return SHORTENED.state(
        ways.isEmpty() ? "full" : "shortened",
        List.of("full"),
        ways.isEmpty() ? "as long as the profile asks" : String.join("; ", ways));
  }

  private CriterionResult incomplete() {
    return INCOMPLETE.state(
        evidence.complete() ? "complete" : "incomplete",
        List.of("complete"),
        evidence.complete() ? "ran to its end" : "the run was interrupted or failed");
  }

  private CriterionResult disturbed() {
    double share = disturbances.share();
    String kinds =
        evidence.disturbances().stream()
            .map(Disturbance::kind)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return DISTURBED.atMost(
        share,
        DISTURBED_AT_MOST,
        Outcome.INCONCLUSIVE,
        kinds.isEmpty()
            ? "no disturbance was seen"
            : Ratio.percent(share) + " of the measured time was disturbed: " + kinds);
  }

  private CriterionResult deviceErrors() {
    long count =
        evidence.phases().stream()
            .flatMap(phase -> phase.errors().stream())
            .mapToLong(DeviceError::count)
            .sum();
    return DEVICE_ERRORS.atMost(
        (double) count,
        0,
        Outcome.FAIL,
        firstError()
            .map(
                text ->
                    (count == 1 ? "" : Quantity.count(count) + " device errors, the first: ")
                        + text)
            .orElse("the device returned no error"));
  }

  private CriterionResult data() {
    List<Phase> verified =
        evidence.phases().stream().filter(phase -> phase.verification() != null).toList();
    if (verified.isEmpty()) {
      return DATA.notJudged("no phase read its data back");
    }
    long bad = verified.stream().map(Phase::verification).mapToLong(RunIntegrity::bad).sum();
    return DATA.atMost(
        (double) bad,
        0,
        Outcome.FAIL,
        verified.stream()
            .filter(phase -> bad(phase.verification()) > 0)
            .findFirst()
            .map(phase -> describeFirst(bad, phase))
            .orElse("all that was read back is what was written"));
  }

  private static long bad(@Nullable Verification verification) {
    return verification == null ? 0 : verification.bad();
  }

  private static String describeFirst(long bad, Phase phase) {
    Verification.BadBlock first =
        phase.verification() == null ? null : phase.verification().first();
    String count = bad == 1 ? "a block is" : Quantity.count(bad) + " blocks are";
    return count
        + " not what was written"
        + (first == null
            ? ""
            : "%s: %s at offset %d of stream %d in %s"
                .formatted(
                    bad == 1 ? "" : ", the first",
                    first.found(),
                    first.offset(),
                    first.stream(),
                    phase.name()));
  }

  private Optional<String> firstError() {
    return evidence.phases().stream()
        .filter(phase -> !phase.errors().isEmpty())
        .findFirst()
        .map(RunIntegrity::describeFirst);
  }

  private static String describeFirst(Phase phase) {
    DeviceError error = phase.errors().get(0);
    return "the device returned %s (errno %d) on a %s at offset %d of stream %d in %s"
        .formatted(
            error.name(),
            error.errno(),
            error.operation().key(),
            error.offset(),
            error.stream(),
            phase.name());
  }

  private CriterionResult cacheState() {
    TargetFacts target = evidence.target();
    if (target.kind().isFile()) {
      return CACHE_STATE.notJudged("a file has no write cache of its own");
    }
    String state = target.writeCache() == null ? "unknown" : target.writeCache();
    return CACHE_STATE.state(
        state,
        List.of("write back", "write through"),
        "the kernel's view of the write cache: " + state);
  }
}
