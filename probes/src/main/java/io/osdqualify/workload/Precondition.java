package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.PreconditionStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Writes the range sequentially, so that what follows is measured on a written device: a fresh
 * drive says little (SNIA PTS calls 2 × the capacity workload-independent preconditioning). Each
 * pass over the range is a phase; one that was cut short goes on at its byte.
 *
 * @param volume bytes to write; more than the range starts again at its beginning
 */
public record Precondition(
    ToLongFunction<ProbeContext> volume, int blockBytes, PhaseRule rule, IoEngine engine)
    implements Probe {

  /** The probe's name, and what the names of its phases begin with. */
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
  public List<Outline> outline(ProbeContext context) {
    return passes(context).stream().map(pass -> Outline.once(phase(context, pass, 0))).toList();
  }

  @Override
  public Optional<PhasePlan> next(ProbeContext context, List<Phase> measured) {
    return passes(context).stream()
        .filter(pass -> measured.stream().noneMatch(phase -> phase.name().equals(pass.name())))
        .findFirst()
        .map(pass -> phase(context, pass, alreadyWritten(context, pass)));
  }

  /**
   * One pass.
   *
   * @param bytes of it: the whole range but for the last pass
   */
  private record Pass(int number, long bytes) {
    String name() {
      return NAME + ".pass-" + number;
    }
  }

  private List<Pass> passes(ProbeContext context) {
    long range = wholeBlocks(context.rangeLength());
    List<Pass> passes = new ArrayList<>();
    for (long left = volume.applyAsLong(context); wholeBlocks(left) > 0; left -= range) {
      passes.add(new Pass(passes.size() + 1, Math.min(range, wholeBlocks(left))));
    }
    return passes;
  }

  /** What was in flight when an earlier process ended may not have reached the device. */
  private long alreadyWritten(ProbeContext context, Pass pass) {
    if (!context.progress().phase().equals(pass.name())) {
      return 0;
    }
    long sure = context.progress().bytes() - (long) DEPTH * blockBytes;
    return wholeBlocks(Math.max(0, Math.min(sure, pass.bytes() - blockBytes)));
  }

  private PhasePlan phase(ProbeContext context, Pass pass, long written) {
    Backend backend = context.engine().backend(engine, DEPTH, context.features());
    long rest = pass.bytes() - written;
    Stream stream =
        Stream.sequential(NAME, new Region(context.rangeOffset() + written, rest))
            .block(blockBytes)
            .depth(backend.depth(DEPTH))
            .seed(Seeds.of(context.seed(), pass.name(), 0))
            .build();
    Workload workload =
        new Workload(
            backend, List.of(stream), Duration.ZERO, Duration.ZERO, rest, context.options());
    String what = (blockBytes >> 10) + " KiB sequential writes over the range";
    return new PhasePlan(NAME, pass.name(), what, workload, rule).resumedAt(written);
  }

  private long wholeBlocks(long bytes) {
    return bytes - bytes % blockBytes;
  }
}
