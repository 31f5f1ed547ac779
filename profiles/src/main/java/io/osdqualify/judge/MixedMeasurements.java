package io.osdqualify.judge;

import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.profile.MixedLoadStep;
import java.util.List;
import java.util.stream.IntStream;

/** {@code mixed.<workload>[.<cell>].<group>.…}: each group of streams of each phase. */
final class MixedMeasurements {

  private MixedMeasurements() {}

  static Measured of(List<Phase> phases) {
    Measured.Collector collector = new Measured.Collector();
    phases.stream()
        .filter(phase -> !phase.name().equals(MixedLoadStep.PREPARE))
        .forEach(phase -> add(collector, phase));
    return collector.collected();
  }

  private static void add(Measured.Collector collector, Phase phase) {
    List<StreamGroup> groups = phase.workload().streamGroups();
    List<GroupResult> results = phase.groupResults();
    IntStream.range(0, results.size())
        .mapToObj(
            i ->
                new GroupMeasurements(
                    collector,
                    phase.name() + "." + results.get(i).name(),
                    phase,
                    groups == null ? null : groups.get(i),
                    results.get(i)))
        .forEach(
            group -> {
              group.addOperations();
              group.addBandwidth();
            });
  }
}
