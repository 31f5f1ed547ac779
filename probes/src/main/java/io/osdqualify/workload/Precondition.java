package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.PreconditionStep;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Writes the range sequentially, so that what follows is measured on a written device: a fresh
 * drive says little (SNIA PTS calls 2 × the capacity workload-independent preconditioning).
 *
 * @param volume bytes to write; more than the range starts again at its beginning
 */
public record Precondition(
    ToLongFunction<ProbeContext> volume, int blockBytes, PhaseRule rule, IoEngine engine)
    implements FixedProbe {

  /** The probe's name, and that of its only phase. */
  public static final String NAME = "precondition";

  /** Enough to keep a drive's write pipeline full at 128 KiB; a choice. */
  private static final int DEPTH = 8;

  /** SNIA PTS' block of preconditioning writes. */
  private static final int STANDARD_BLOCK = 128 << 10;

  /** What a profile asks for. */
  static Precondition of(PreconditionStep step) {
    return new Precondition(
        context -> volume(step.fill(), context), step.blockBytes(), step.phase(), step.engine());
  }

  /** One whole pass: what a file needs before anything is measured on it. */
  public static Precondition onePass(PhaseRule rule) {
    return new Precondition(ProbeContext::rangeLength, STANDARD_BLOCK, rule, IoEngine.AUTO);
  }

  private static long volume(Expression fill, ProbeContext context) {
    Expression.Result result = fill.evaluate(context.scope()).orElseThrow();
    if (result instanceof Expression.Result.Figure figure && figure.value() > 0) {
      return (long) figure.value();
    }
    throw new IllegalStateException(fill.text() + " is no volume");
  }

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    Backend backend = context.engine().backend(engine, DEPTH, context.features());
    Region range = new Region(context.rangeOffset(), wholeBlocks(context.rangeLength()));
    Stream stream =
        Stream.sequential(NAME, range)
            .block(blockBytes)
            .depth(backend.depth(DEPTH))
            .seed(Seeds.of(context.seed(), NAME, 0))
            .build();
    long bytes = wholeBlocks(volume.applyAsLong(context));
    Workload workload =
        new Workload(
            backend, List.of(stream), Duration.ZERO, Duration.ZERO, bytes, context.options());
    String what = (blockBytes >> 10) + " KiB sequential writes over the range";
    return List.of(new PhasePlan(NAME, NAME, what, workload, rule));
  }

  private long wholeBlocks(long bytes) {
    return bytes - bytes % blockBytes;
  }
}
