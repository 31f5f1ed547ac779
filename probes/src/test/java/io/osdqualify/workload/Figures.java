package io.osdqualify.workload;

import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.Phase;
import java.util.Objects;

/**
 * What both tools say of one run.
 *
 * @param commitMeanNs mean of write and flush together
 */
record Figures(double iops, double p50Ns, double p99Ns, double commitMeanNs) {

  static Figures of(Phase phase) {
    LatencyHistogram latency = Objects.requireNonNull(phase.latency().get(phase.mainKind()));
    return new Figures(
        phase.iops(),
        latency.atRank((long) Math.ceil(latency.count() * 0.5)),
        latency.atRank((long) Math.ceil(latency.count() * 0.99)),
        latency.meanNs());
  }
}
