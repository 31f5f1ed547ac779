package io.osdqualify.cli;

import io.osdqualify.cli.EngineReport.Check;
import io.osdqualify.cli.EngineReport.Clock;
import io.osdqualify.cli.EngineReport.Features;
import io.osdqualify.cli.EngineReport.Refusal;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.BackendFlag;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.SelfCheck;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import io.osdqualify.evidence.HostFacts;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.HostReader;
import io.osdqualify.workload.EngineLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks the engine and the machine for all that {@link EngineReport} tells. */
record EngineProbe(Engine engine, HostFiles files) {

  /** Six ceilings and the self-test's two seconds stay within five seconds. */
  private static final Duration COUNTING = Duration.ofMillis(200);

  private static final String LOCKED = "Max locked memory";

  EngineReport report() {
    EngineFeatures features = engine.features();
    HostFacts host = new HostReader(files).read();
    List<Ceiling> ceilings = new ArrayList<>();
    List<Refusal> refused = new ArrayList<>();
    for (Backend backend : Backend.values()) {
      measure(backend, 1, ceilings, refused);
      if (backend.depth(EngineLimit.DEEP) > 1) {
        measure(backend, EngineLimit.DEEP, ceilings, refused);
      }
    }
    List<Check> checks = engine.selfTest().stream().map(EngineProbe::check).toList();
    return new EngineReport(
        features(features, host.kernel()),
        new Clock(host.clockSource(), features.clockCostNs()),
        ceilings,
        refused,
        checks,
        !checks.isEmpty() && checks.stream().allMatch(Check::passed));
  }

  private void measure(Backend backend, int depth, List<Ceiling> ceilings, List<Refusal> refused) {
    try {
      ceilings.add(engine.ceiling(backend, depth, COUNTING));
    } catch (EngineException e) {
      refused.add(new Refusal(backend.key(), depth, String.valueOf(e.getMessage())));
    }
  }

  private Features features(EngineFeatures features, @Nullable String kernel) {
    return new Features(
        kernel,
        features.ioUring(),
        words(features.ioUringFlags()),
        features.ioUring() ? null : features.ioUringError(),
        features.libaio(),
        features.libaio() ? null : features.libaioError(),
        features.rwfDsync(),
        words(features.pmemMethods()),
        lockedMemory());
  }

  private static List<String> words(Set<BackendFlag> flags) {
    return flags.stream().sorted().map(BackendFlag::key).toList();
  }

  /** The soft limit of /proc/self/limits in bytes; null for unlimited and where it is not told. */
  private @Nullable Long lockedMemory() {
    String limits = HostFiles.text(files.at("proc", "self", "limits"));
    return limits == null
        ? null
        : limits
            .lines()
            .filter(line -> line.startsWith(LOCKED))
            .map(line -> line.substring(LOCKED.length()).strip().split("\\s+", 2)[0])
            .filter(soft -> soft.matches("[0-9]{1,18}"))
            .map(Long::valueOf)
            .findFirst()
            .orElse(null);
  }

  private static Check check(SelfCheck check) {
    return new Check(
        check.name(),
        check.unit(),
        check.expected(),
        check.measured(),
        check.tolerance(),
        check.passed());
  }
}
