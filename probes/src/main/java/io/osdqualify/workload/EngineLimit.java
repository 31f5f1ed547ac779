package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.EngineFacts;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import io.osdqualify.evidence.GroupResult;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whether the engine, and not the device, bounded a phase (measurement.md §1). */
public final class EngineLimit {

  /** Stands for every depth above 1: what more in flight saves is saved by then. A choice. */
  public static final int DEEP = 32;

  /** Above this share of the ceiling a rate says little of the device. */
  private static final double SHARE = 0.8;

  private static final Duration COUNTING = Duration.ofMillis(150);

  private EngineLimit() {}

  /**
   * What was measured.
   *
   * @param missing those that could not be, with the reason
   */
  public record Ceilings(List<Ceiling> measured, List<Missing> missing) {
    public Ceilings {
      measured = List.copyOf(measured);
      missing = List.copyOf(missing);
    }
  }

  private record Use(Backend backend, int depth) {}

  /** Measures each backend and class of depth that a plan uses, 0.2 s each. */
  public static Ceilings measure(Engine engine, List<Outline> plan) {
    Set<Use> uses = new LinkedHashSet<>();
    for (Outline outline : plan) {
      Workload workload = outline.phase().workload();
      for (Stream stream : workload.streams()) {
        uses.add(new Use(workload.backend(), stream.depth() == 1 ? 1 : DEEP));
      }
    }
    List<Ceiling> measured = new ArrayList<>();
    List<Missing> missing = new ArrayList<>();
    for (Use use : uses) {
      try {
        measured.add(engine.ceiling(use.backend(), use.depth(), COUNTING));
      } catch (EngineException e) {
        String what = "engine.ceiling." + use.backend().key() + "-" + use.depth();
        missing.add(new Missing(what, String.valueOf(e.getMessage())));
      }
    }
    return new Ceilings(measured, missing);
  }

  /**
   * The phase, marked where its rate is above 80 % of the ceiling. The ceiling is that of a thread:
   * streams have it each, as long as there are CPUs for them. A commit of write and flush counts as
   * the two calls that it is. In open loop that is asked only where the schedule was not kept.
   *
   * @param cpus that the threads may run on
   */
  public static Phase mark(EngineFacts engine, int cpus, Phase phase) {
    return phase.withToolLimited(isLimited(engine, cpus, phase));
  }

  /** The judged streams by themselves, or all together. */
  private static boolean isLimited(EngineFacts engine, int cpus, Phase phase) {
    List<StreamGroup> groups = phase.workload().streamGroups();
    List<GroupResult> results = phase.groupResults();
    if (groups == null
        || groups.size() != results.size()
        || phase.durationSeconds() <= 0
        || followsSchedule(phase)) {
      return false;
    }
    double most = groups.stream().mapToDouble(group -> ceiling(engine, phase, group)).sum();
    double share = SHARE * Math.min(1, (double) cpus / phase.workload().streams());
    double judged = phase.judged().calls() / phase.durationSeconds();
    return phase.callsPerSecond() > share * most
        || judged > share * ceiling(engine, phase, groups.get(0));
  }

  /** Then its rate is the schedule's, whatever engine and device could do. */
  private static boolean followsSchedule(Phase phase) {
    return phase.judged().latency().containsKey(LatencyKind.RESPONSE)
        && !phase.judged().fellBehind();
  }

  private static double ceiling(EngineFacts engine, Phase phase, StreamGroup group) {
    double one =
        engine
            .ceiling(phase.workload().backend(), group.depth())
            .map(Ceiling::iops)
            .orElse(Double.POSITIVE_INFINITY);
    return one * group.streams();
  }
}
