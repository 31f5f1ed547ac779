package io.osdqualify.judge;

import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.TargetFacts;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a verdict rests on: of a run that has just ended, or of a stored one.
 *
 * @param measurements looked up by name; of two with one name the later counts
 * @param complete false where the run was interrupted or failed
 * @param shortened in which ways the run did less than the profile asks; empty for a full one
 */
public record Evidence(
    TargetFacts target,
    List<Phase> phases,
    List<Measurement> measurements,
    List<Missing> missing,
    List<Disturbance> disturbances,
    List<String> shortened,
    boolean complete) {

  public Evidence {
    phases = List.copyOf(phases);
    measurements = List.copyOf(measurements);
    missing = List.copyOf(missing);
    disturbances = List.copyOf(disturbances);
    shortened = List.copyOf(shortened);
  }

  /** Of a stored result. */
  public static Evidence of(Qualification result) {
    return new Evidence(
        result.target(),
        result.phases(),
        result.measurements(),
        result.missing(),
        result.disturbances(),
        result.shortened(),
        result.complete());
  }

  /** The same with these measurements besides. */
  public Evidence with(Measured measured) {
    return new Evidence(
        target,
        phases,
        Stream.concat(measurements.stream(), measured.measurements().stream()).toList(),
        Stream.concat(missing.stream(), measured.missing().stream()).toList(),
        disturbances,
        shortened,
        complete);
  }
}
