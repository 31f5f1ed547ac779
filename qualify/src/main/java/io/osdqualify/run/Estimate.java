package io.osdqualify.run;

import io.osdqualify.engine.Stream;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.workload.PhasePlan;
import java.util.List;
import java.util.Map;

/**
 * How long a plan will take and what it will write, said before it starts. Both depend on the
 * drive, so the rates that are assumed are shown with the figures.
 */
final class Estimate {

  /**
   * Commits per second of a stream: the median of published drives with power-loss protection is 18
   * 100 (docs/guide.md, "Where the limits come from"), rounded up.
   */
  static final double COMMITS_PER_SECOND = 20_000;

  /** Streams share the drive: together at most this many times one stream. A choice. */
  private static final int SHARED_STREAMS = 4;

  /**
   * Sequential bytes per second by transport: what fills a SATA link, and the write rate of a
   * typical NVMe drive; a choice for everything else.
   */
  private static final Map<String, Double> SEQUENTIAL = Map.of("nvme", 1.5e9, "sata", 450e6);

  private static final double SEQUENTIAL_ELSEWHERE = 300e6;

  private Estimate() {}

  static List<PlannedPhase> of(List<PhasePlan> phases, String transport) {
    return phases.stream().map(phase -> of(phase, transport)).toList();
  }

  private static PlannedPhase of(PhasePlan phase, String transport) {
    if (phase.endsByVolume()) {
      long bytes = phase.workload().maxBytes();
      double seconds = bytes / SEQUENTIAL.getOrDefault(transport, SEQUENTIAL_ELSEWHERE);
      return new PlannedPhase(phase.probe(), phase.name(), phase.what(), seconds, seconds, bytes);
    }
    double ramp = phase.workload().ramp().toMillis() / 1e3;
    double least = ramp + phase.rule().min().toMillis() / 1e3;
    double most = ramp + phase.rule().max().toMillis() / 1e3;
    return new PlannedPhase(
        phase.probe(),
        phase.name(),
        phase.what(),
        least,
        most,
        Math.max((long) (bytesPerSecond(phase) * least), phase.rule().minBytes()));
  }

  private static double bytesPerSecond(PhasePlan phase) {
    List<Stream> streams = phase.workload().streams();
    long writers = streams.stream().filter(Stream::isWriting).count();
    double perSecond = Math.min(writers, SHARED_STREAMS) * COMMITS_PER_SECOND;
    return perSecond * streams.get(0).commitBytes();
  }
}
