package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.List;

/** The bandwidth of each pass over the range, and of all together. */
final class PreconditionMeasurements {

  private static final String NAME = "precondition";

  private PreconditionMeasurements() {}

  static Measured of(List<Phase> passes) {
    Measured.Collector collector = new Measured.Collector();
    passes.forEach(pass -> collector.addAll(PhaseMeasurements.of(pass)));
    double seconds = passes.stream().mapToDouble(Phase::durationSeconds).sum();
    long bytes = passes.stream().mapToLong(Phase::bytes).sum();
    boolean isOneOfThem = passes.stream().anyMatch(pass -> pass.name().equals(NAME));
    if (seconds > 0 && bytes > 0 && !isOneOfThem) {
      Value bandwidth = new Value.Figure(bytes / seconds);
      String metric = NAME + Metrics.BANDWIDTH;
      collector.add(
          new Measurement(metric, bandwidth, Unit.BYTES_PER_SECOND, passes.size(), null, null));
    }
    return collector.collected();
  }
}
