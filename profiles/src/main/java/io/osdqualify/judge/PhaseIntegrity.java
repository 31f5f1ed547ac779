package io.osdqualify.judge;

import io.osdqualify.evidence.DiskCounters;
import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyHistogram;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.evidence.Verdict.CriterionResult;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Whether the phases' own figures agree with each other and with the kernel's. */
final class PhaseIntegrity {

  /** Little's law holds within this share (measurement.md §1). */
  private static final double LITTLE = 0.05;

  /** Below this mean the loop's own work counts (measurement.md §1). */
  private static final double LITTLE_FROM_NS = 20_000;

  /**
   * Each block is made new, which takes time, too: this much a byte at most, so that from 100 KiB
   * on the mean must be longer. Measured: 4.5 µs for 1 MiB.
   */
  private static final double DATA_NS_PER_BYTE = 0.01;

  /**
   * Fewer completions than this for each operation in flight, and those under way at the two ends
   * of a phase count: at 100 they are at most 1 %. A choice.
   */
  private static final double COMPLETIONS_PER_SLOT = 100;

  /** The disk statistics agree within this share (measurement.md §3). */
  private static final double STATISTICS = 0.01;

  private static final Rule LITTLES_LAW =
      new Rule(
          "integrity.littles-law", "operations in flight = rate x mean latency; else a tool fault");
  private static final Rule DISK_STATISTICS =
      new Rule(
          "integrity.disk-statistics",
          "more bytes at the device than issued are foreign I/O, fewer mean that a cache answered");
  private static final Rule OVERFLOW =
      new Rule("integrity.histogram-overflow", "a latency beyond the histogram's range of an hour");

  private final List<Phase> phases;

  PhaseIntegrity(List<Phase> phases) {
    this.phases = phases;
  }

  /** The figure of a phase that strays, signed, as a share. */
  private record Deviation(Phase phase, String what, double share) {
    double size() {
      return Math.abs(share);
    }
  }

  List<CriterionResult> results() {
    return List.of(littlesLaw(), diskStatistics(), overflow());
  }

  private CriterionResult littlesLaw() {
    return worst(phases.stream().flatMap(PhaseIntegrity::little))
        .map(
            worst ->
                LITTLES_LAW.atMost(
                    worst.size(),
                    LITTLE,
                    Outcome.INCONCLUSIVE,
                    "rate x mean latency strays by %s at most from the operations in flight (%s)%s"
                        .formatted(
                            Ratio.percent(worst.size()),
                            worst.phase().name(),
                            worst.size() > LITTLE ? ": a fault of this tool, please report" : "")))
        .orElseGet(
            () -> LITTLES_LAW.notJudged("no closed-loop phase with a mean of 20 µs or more"));
  }

  /**
   * Of each group of streams in closed loop: in open loop the schedule says how many are in flight.
   * Operations that failed took time but are not counted: such a phase says nothing here.
   */
  private static Stream<Deviation> little(Phase phase) {
    List<StreamGroup> groups = phase.workload().streamGroups();
    List<GroupResult> results = phase.groupResults();
    if (!phase.errors().isEmpty() || phase.durationSeconds() <= 0) {
      return Stream.empty();
    }
    if (groups == null || groups.size() != results.size()) {
      return results.size() == 1
          ? little(phase, phase.workload().slots(), results.get(0))
          : Stream.empty();
    }
    return IntStream.range(0, groups.size())
        .boxed()
        .flatMap(
            i ->
                little(
                    phase, (long) groups.get(i).streams() * groups.get(i).depth(), results.get(i)));
  }

  private static Stream<Deviation> little(Phase phase, long slots, GroupResult group) {
    boolean openLoop = group.latency().containsKey(LatencyKind.RESPONSE);
    if (openLoop
        || group.operations() < COMPLETIONS_PER_SLOT * slots
        || group.inFlightNs() < shortest(group)) {
      return Stream.empty();
    }
    double rate = group.operations() / phase.durationSeconds();
    double found = rate * group.inFlightNs() / 1e9;
    return Stream.of(new Deviation(phase, "in flight", found / slots - 1));
  }

  private static double shortest(GroupResult group) {
    double bytes = (double) group.bytes() / group.operations();
    return Math.max(LITTLE_FROM_NS, bytes * DATA_NS_PER_BYTE / LITTLE);
  }

  private CriterionResult diskStatistics() {
    return worst(phases.stream().flatMap(PhaseIntegrity::atTheDisk))
        .map(
            worst ->
                DISK_STATISTICS.atMost(
                    worst.size(), STATISTICS, Outcome.INCONCLUSIVE, statistics(worst)))
        .orElseGet(() -> DISK_STATISTICS.notJudged("the target has no disk statistics of its own"));
  }

  private static String statistics(Deviation worst) {
    String meaning =
        worst.share() > 0 ? "more than issued, so foreign I/O" : "less, so a cache answered";
    return "bytes %s at the device differ by %s at most from those issued (%s)%s"
        .formatted(
            worst.what(),
            Ratio.percent(worst.size()),
            worst.phase().name(),
            worst.size() > STATISTICS ? ": " + meaning : "");
  }

  private static Stream<Deviation> atTheDisk(Phase phase) {
    DiskCounters disk = phase.disk();
    if (disk == null) {
      return Stream.empty();
    }
    return Stream.concat(
        difference(phase, "written", disk.deviceWrittenBytes(), disk.engineWrittenBytes()),
        difference(phase, "read", disk.deviceReadBytes(), disk.engineReadBytes()));
  }

  private static Stream<Deviation> difference(Phase phase, String what, long device, long engine) {
    return engine == 0
        ? Stream.empty()
        : Stream.of(new Deviation(phase, what, (device - engine) / (double) engine));
  }

  private CriterionResult overflow() {
    long count =
        phases.stream()
            .flatMap(phase -> phase.latency().values().stream())
            .mapToLong(LatencyHistogram::overflow)
            .sum();
    return OVERFLOW.atMost(
        (double) count,
        0,
        Outcome.INCONCLUSIVE,
        count == 0
            ? "every latency is inside the histograms"
            : "%s latencies of more than an hour are outside the histograms"
                .formatted(Quantity.count(count)));
  }

  /** The largest; of equal ones the first. */
  private static Optional<Deviation> worst(Stream<Deviation> deviations) {
    return deviations.sorted(Comparator.comparingDouble(Deviation::size).reversed()).findFirst();
  }
}
