package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.StreamGroup;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.LoadShape;
import io.osdqualify.profile.PhaseRule;
import java.time.Duration;
import java.util.List;

/** Where a load goes: anywhere in the range, or, where it reads, where the run has written. */
final class LoadArea {

  /** Ends the name of a phase that writes what is read after it. */
  static final String FILL = ".fill";

  /** What {@code --quick} fills: seconds on any drive, and more than most caches. A choice. */
  private static final long QUICK = 1L << 30;

  private static final int FILL_BLOCK = 128 << 10;
  private static final int FILL_DEPTH = 8;

  private LoadArea() {}

  /** Whether something must be written before it can be read. */
  static boolean isMissing(ProbeContext context, LoadShape load, List<Phase> measured) {
    return load.reads() && written(context, measured) == 0;
  }

  /** The same run on the part of the range that the load may use. */
  static ProbeContext of(ProbeContext context, LoadShape load, List<Phase> measured) {
    long written = written(context, measured);
    return load.reads() && written > 0 ? context.within(written) : context;
  }

  /** From the start of the range on, by preconditioning or by a fill; 0 where there is none. */
  private static long written(ProbeContext context, List<Phase> measured) {
    long bytes =
        measured.stream()
            .filter(phase -> phase.probe().equals(Precondition.NAME) || phase.name().endsWith(FILL))
            .mapToLong(phase -> writtenUpTo(context, phase))
            .max()
            .orElse(0);
    long length = Math.min(bytes, context.rangeLength());
    return length - length % FILL_BLOCK;
  }

  /** The end of its region: of a pass that was cut short, the phase has only the rest. */
  private static long writtenUpTo(ProbeContext context, Phase phase) {
    List<StreamGroup> groups = phase.workload().streamGroups();
    if (groups == null || groups.isEmpty() || groups.get(0).offsets().isEmpty()) {
      return phase.bytes();
    }
    StreamGroup group = groups.get(0);
    return group.offsets().get(0) + group.regionBytes() - context.rangeOffset();
  }

  /** Writes the range once, or its beginning where there is little time. */
  static PhasePlan fill(
      String probe, String prefix, ProbeContext context, IoEngine engine, PhaseRule rule) {
    String name = prefix + FILL;
    Backend backend = context.engine().backend(engine, FILL_DEPTH, context.features());
    long range = context.rangeLength() - context.rangeLength() % FILL_BLOCK;
    long bytes = context.quick() ? Math.min(QUICK, range) : range;
    Stream stream =
        Stream.sequential(name, new Region(context.rangeOffset(), bytes))
            .block(FILL_BLOCK)
            .depth(backend.depth(FILL_DEPTH))
            .seed(Seeds.of(context.seed(), name, 0))
            .build();
    Workload workload =
        new Workload(
            backend, List.of(stream), Duration.ZERO, Duration.ZERO, bytes, context.options());
    return new PhasePlan(probe, name, "writes what is read after it", workload, rule);
  }
}
