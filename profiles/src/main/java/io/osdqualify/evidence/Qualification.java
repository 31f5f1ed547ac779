package io.osdqualify.evidence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole run: facts, plan, evidence and verdict. Written once as result.json and read by
 * everything after it.
 *
 * @param finishedAt absent while the run goes on
 * @param complete false where the run was interrupted or failed
 * @param engine absent in results of an older program, and before the engine was started
 * @param shortened in which ways the run did less than the profile asks; empty for a full one
 */
public record Qualification(
    String schema,
    String id,
    Tool tool,
    Instant startedAt,
    @Nullable Instant finishedAt,
    boolean complete,
    List<String> shortened,
    TargetFacts target,
    HostFacts host,
    @Nullable EngineFacts engine,
    ClusterFacts cluster,
    ProfileUse profile,
    List<PlannedPhase> plan,
    List<Phase> phases,
    List<Measurement> measurements,
    List<Missing> missing,
    List<Disturbance> disturbances,
    @Nullable Verdict verdict) {

  /** The schema that this program writes. */
  public static final String SCHEMA = "osd-qualify/result/1";

  public Qualification {
    shortened = List.copyOf(shortened);
    plan = List.copyOf(plan);
    phases = List.copyOf(phases);
    measurements = List.copyOf(measurements);
    missing = List.copyOf(missing);
    disturbances = List.copyOf(disturbances);
  }

  /** A measurement by its name; of two with one name the later counts. */
  public Optional<Measurement> measurement(String metric) {
    return measurements.stream()
        .filter(measurement -> measurement.metric().equals(metric))
        .reduce((first, later) -> later);
  }

  /** Whether a device error was met. */
  public boolean hasDeviceErrors() {
    return phases.stream().anyMatch(Phase::hasDeviceErrors);
  }
}
