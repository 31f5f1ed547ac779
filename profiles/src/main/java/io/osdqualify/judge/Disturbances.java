package io.osdqualify.judge;

import io.osdqualify.evidence.Disturbance;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.CommitMetric;
import io.osdqualify.profile.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which phases were disturbed, and how much of the measured time. */
record Disturbances(List<Disturbance> all, List<Phase> phases) {

  private static final double NS_PER_SECOND = 1e9;

  /** A stretch of time; empty where it ends before it starts. */
  private record Span(Instant start, Instant end) {
    static Span of(Phase phase) {
      double seconds = phase.rampSeconds() + phase.durationSeconds();
      return new Span(
          phase.startedAt(), phase.startedAt().plusNanos(Math.round(seconds * NS_PER_SECOND)));
    }

    Span within(Span other) {
      return new Span(
          start.isAfter(other.start) ? start : other.start,
          end.isBefore(other.end) ? end : other.end);
    }

    double seconds() {
      return start.isBefore(end) ? Duration.between(start, end).toNanos() / NS_PER_SECOND : 0;
    }
  }

  /** A disturbance of a phase that this metric rests on. */
  Optional<Disturbance> under(String metric) {
    return phases.stream()
        .filter(phase -> restsOn(metric, phase))
        .flatMap(phase -> all.stream().filter(disturbance -> touches(disturbance, phase)))
        .findFirst();
  }

  /** The disturbed share of all phases' time, 0 to 1. */
  double share() {
    double total = phases.stream().mapToDouble(phase -> Span.of(phase).seconds()).sum();
    double disturbed = phases.stream().mapToDouble(this::disturbedSeconds).sum();
    return total == 0 ? 0 : disturbed / total;
  }

  /** Whether a metric comes out of this phase. */
  static boolean restsOn(String metric, Phase phase) {
    String name = phase.name();
    return switch (metric) {
      case Metrics.SCALING_SHAPE -> name.startsWith("commit.") && name.contains(".streams-");
      case Metrics.FLUSH_P50, Metrics.FLUSH_RATIO, Metrics.PLP_FINDING ->
          name.startsWith("commit.") && name.endsWith(".streams-1");
      // What several phases of a probe come to begins as their names do: steady-state.iops.
      default -> metric.startsWith(name + ".") || name.startsWith(family(metric) + ".");
    };
  }

  /** Of a metric that no single phase gives: its first part; for commits there is none such. */
  private static String family(String metric) {
    return CommitMetric.parse(metric).isPresent() ? metric : metric.split("\\.", 2)[0];
  }

  /** One without a phase's name spans several: its time tells. */
  private static boolean touches(Disturbance disturbance, Phase phase) {
    return disturbance.phase() == null
        ? span(disturbance).within(Span.of(phase)).seconds() > 0
        : disturbance.phase().equals(phase.name());
  }

  /** Overlapping disturbances count once. */
  private double disturbedSeconds(Phase phase) {
    Span whole = Span.of(phase);
    List<Span> spans =
        all.stream()
            .filter(disturbance -> touches(disturbance, phase))
            .map(disturbance -> span(disturbance).within(whole))
            .sorted(Comparator.comparing(Span::start))
            .toList();
    double seconds = 0;
    Instant counted = whole.start();
    for (Span span : spans) {
      seconds += span.within(new Span(counted, whole.end())).seconds();
      counted = span.end().isAfter(counted) ? span.end() : counted;
    }
    return seconds;
  }

  private static Span span(Disturbance disturbance) {
    return new Span(disturbance.startedAt(), disturbance.endedAt());
  }
}
