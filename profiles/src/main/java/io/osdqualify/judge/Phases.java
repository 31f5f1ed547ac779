package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.Metrics;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The phases of a run by name. Of two with one name the later counts: it was measured again. */
record Phases(List<Phase> all) {

  Optional<Phase> named(String name) {
    return all.stream().filter(phase -> phase.name().equals(name)).reduce((first, last) -> last);
  }

  /** The phase of one commit stream at queue depth 1. */
  Optional<Phase> singleStream(Durability durability) {
    return named(Metrics.commitPhase(durability, 1));
  }

  /** Operations per second by number of streams, of phases that completed something. */
  SortedMap<Integer, Double> ratesByStreams(Durability durability) {
    SortedMap<Integer, Double> rates = new TreeMap<>();
    for (Phase phase : all) {
      int streams = phase.workload().streams();
      if (phase.name().equals(Metrics.commitPhase(durability, streams)) && phase.operations() > 0) {
        rates.put(streams, phase.iops());
      }
    }
    return rates;
  }
}
