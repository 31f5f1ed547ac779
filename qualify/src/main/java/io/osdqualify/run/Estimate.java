package io.osdqualify.run;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Stream;
import io.osdqualify.evidence.PlannedPhase;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.workload.Outline;
import io.osdqualify.workload.PhasePlan;
import java.time.Duration;
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

  /** Bytes a second into persistent memory: what Optane takes by 4 KiB writes of one thread. */
  private static final double MEMORY = 1.1e9;

  /**
   * Standard deviation of the rate of one second over its mean; a choice: a drive that is neither
   * perfectly even nor disturbed.
   */
  static final double SCATTER = 0.05;

  /** Of a normal distribution, two-sided. */
  private static final double NORMAL_95 = 1.96;

  private Estimate() {}

  static List<Forecast> of(List<Outline> outlines, String transport) {
    return outlines.stream().map(outline -> of(outline, transport)).toList();
  }

  private static Forecast of(Outline outline, String transport) {
    PhasePlan phase = outline.phase();
    double sequential = SEQUENTIAL.getOrDefault(transport, SEQUENTIAL_ELSEWHERE);
    double before = seconds(phase.idleBefore()) + seconds(phase.workload().ramp());
    double counting = counting(phase, sequential);
    double most = before + seconds(phase.rule().max());
    double least = phase.rule().stopAtCi() > 0 ? before + counting : most;
    double expected = before + expected(phase.rule(), counting);
    double bytes = bytesPerSecond(phase, sequential) * least;
    if (phase.endsByVolume()) {
      Duration longest = phase.workload().maxDuration();
      double bound = longest.isZero() ? Double.POSITIVE_INFINITY : seconds(longest);
      double time = Math.min(phase.workload().maxBytes() / sequential, bound);
      bytes = Math.min((double) phase.workload().maxBytes(), time * sequential);
      least = before + time;
      most = longest.isZero() ? least : before + bound;
      expected = least;
    }
    PlannedPhase announced = planned(outline, least, most, bytes);
    return new Forecast(announced, expected * outline.expected());
  }

  /**
   * Seconds until the end rule is met: the least time and volume, and then the 95 % interval of the
   * rate, which narrows with the root of the time.
   *
   * @param least seconds until time and volume are over
   */
  private static double expected(PhaseRule rule, double least) {
    double most = seconds(rule.max());
    if (rule.stopAtCi() <= 0) {
      return most;
    }
    double narrow = Math.pow(NORMAL_95 * SCATTER / rule.stopAtCi(), 2);
    return Math.min(most, Math.max(least, narrow));
  }

  private static PlannedPhase planned(Outline outline, double least, double most, double bytes) {
    PhasePlan phase = outline.phase();
    return new PlannedPhase(
        phase.probe(),
        outline.name(),
        outline.what(),
        least * outline.least(),
        most * outline.most(),
        (long) (bytes * Math.max(1, outline.least())));
  }

  /** Until its least time and its least volume, written and read, are over. */
  private static double counting(PhasePlan phase, double sequential) {
    double min = seconds(phase.rule().min());
    double moved = bytesPerSecond(phase, sequential) + scheduledReads(phase);
    return moved > 0
        ? Math.min(seconds(phase.rule().max()), Math.max(min, phase.rule().minBytes() / moved))
        : min;
  }

  private static double scheduledReads(PhasePlan phase) {
    return phase.workload().streams().stream()
        .mapToDouble(
            stream -> stream.readPermille() / 1e3 * stream.arrival().rate() * stream.readBytes())
        .sum();
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  /** What all streams write, as fast as the drive takes it or as their schedule says. */
  private static double bytesPerSecond(PhasePlan phase, double sequential) {
    if (phase.workload().backend() == Backend.PMEM) {
      return MEMORY;
    }
    double commits = 0;
    double scheduled = 0;
    double plain = 0;
    for (Stream stream : phase.workload().streams()) {
      if (stream.isWriting()) {
        double share = 1 - stream.readPermille() / 1e3;
        if (stream.arrival().isOpen()) {
          scheduled += share * stream.arrival().rate() * stream.commitBytes();
        } else if (stream.writes().commits()) {
          commits += share * COMMITS_PER_SECOND * stream.commitBytes();
        } else {
          plain = Math.max(plain, share * sequential);
        }
      }
    }
    double shared = Math.min(1, (double) SHARED_STREAMS / phase.workload().streams().size());
    return Math.min(Math.max(commits * shared, plain) + scheduled, sequential);
  }
}
