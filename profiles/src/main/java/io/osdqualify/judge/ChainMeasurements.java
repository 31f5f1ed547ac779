package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import java.util.List;

/** {@code chain.<cache>[-512B][.at-<rate>].streams-<n>.…}, and its writes and flushes alone. */
final class ChainMeasurements {

  private ChainMeasurements() {}

  static Measured of(List<Phase> phases) {
    Measured.Collector collector = new Measured.Collector();
    for (Phase phase : phases) {
      List<StreamGroup> groups = phase.workload().streamGroups();
      GroupMeasurements chain =
          new GroupMeasurements(
              collector,
              phase.name(),
              phase,
              groups == null ? null : groups.get(0),
              phase.judged());
      chain.addOperations();
      chain.addParts();
    }
    return collector.collected();
  }
}
