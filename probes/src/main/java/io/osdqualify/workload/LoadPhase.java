package io.osdqualify.workload;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.judge.SaturationCurve.Cell;
import io.osdqualify.profile.Conduct;
import io.osdqualify.profile.LoadShape;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.Variant;
import java.util.List;
import java.util.stream.IntStream;

/** A phase of one load at one size, each thread in an area of its own. */
record LoadPhase(String probe, LoadShape load, Variant variant, Conduct conduct) {

  /**
   * The phase.
   *
   * @param context of the area that it may use
   * @param arrival of each thread
   */
  PhasePlan plan(String name, Cell size, Arrival arrival, String what, ProbeContext context) {
    Ways ways = new Ways(context);
    Backend backend = ways.backend(variant, conduct.engine(), size.depth());
    Workload.Options options = ways.options(variant);
    CommitPhase.requireFlushes(options, load.durability());
    PhaseRule rule = context.quick() ? CommitPhase.quick(conduct.phase()) : conduct.phase();
    List<Stream> streams =
        IntStream.range(0, size.threads())
            .mapToObj(index -> stream(name, size, index, arrival, context))
            .toList();
    Workload workload = new Workload(backend, streams, rule.ramp(), rule.max(), 0, options);
    return new PhasePlan(probe, name, what + ways.words(variant), workload, rule);
  }

  private Stream stream(String name, Cell size, int index, Arrival arrival, ProbeContext context) {
    Region area = Ring.of(context, index, size.threads(), load.blockBytes(), Long.MAX_VALUE);
    Stream.Builder stream =
        load.random() ? Stream.random("load", area) : Stream.sequential("load", area);
    return stream
        .block(load.blockBytes())
        .reads(load.reads() ? 1000 : 0)
        .durability(load.durability())
        .arrival(arrival)
        .depth(size.depth())
        .seed(Seeds.of(context.seed(), name, index))
        .build();
  }
}
