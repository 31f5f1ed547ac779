package io.osdqualify.workload;

import io.osdqualify.engine.Arrival;
import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Block;
import io.osdqualify.engine.Region;
import io.osdqualify.engine.Stream;
import io.osdqualify.engine.Workload;
import io.osdqualify.engine.Writes;
import io.osdqualify.profile.CacheChainStep;
import io.osdqualify.profile.CacheKind;
import io.osdqualify.profile.PhaseRule;
import io.osdqualify.profile.Rate;
import io.osdqualify.profile.Spacing;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Commits as bcache and dm-writecache make them: a chain of writes and flushes, each begun when the
 * one before has ended. Both are bound by the latency of one chain, not by the drive's rate.
 */
public record CacheChain(CacheChainStep step) implements FixedProbe {

  private static final int BLOCK = 4 << 10;

  /** A set of journal keys: bcache writes it with what has gathered. A choice. */
  private static final int LARGE_JOURNAL_BLOCK = 8 << 10;

  /** What dm-writecache writes back to back before it commits. */
  private static final int WRITECACHE_DATA = 64 << 10;

  /** bcache's journal goes round in buckets; 64 MiB are beyond any drive's own buffer. A choice. */
  private static final long JOURNAL_RING = 64L << 20;

  /** Data has this many times the journal's share of a small range. */
  private static final int DATA_SHARE = 3;

  /** One phase. */
  private record Variant(int journalBlock, OptionalDouble rate, int streams) {}

  @Override
  public List<PhasePlan> phases(ProbeContext context) {
    List<PhasePlan> phases = new ArrayList<>();
    for (int block : step.journalBlocks()) {
      if (block >= context.logicalBlockBytes()) {
        for (Rate rate : step.rates()) {
          counts(context).stream()
              .map(n -> new Variant(block, rate.perSecond(context.tier(), context.scope()), n))
              .map(variant -> plan(context, variant))
              .forEach(phases::add);
        }
      }
    }
    return phases;
  }

  private List<Integer> counts(ProbeContext context) {
    return step.streams().stream()
        .map(expression -> Scaling.count(expression, context))
        .distinct()
        .sorted()
        .toList();
  }

  private PhasePlan plan(ProbeContext context, Variant variant) {
    PhaseRule times = context.quick() ? CommitPhase.quick(step.phase()) : step.phase();
    Backend backend = context.engine().backend(step.engine(), 1, context.features());
    List<Stream> streams =
        IntStream.range(0, variant.streams())
            .mapToObj(index -> stream(context, variant, index))
            .toList();
    Workload workload =
        new Workload(backend, streams, times.ramp(), times.max(), 0, context.options());
    return new PhasePlan(step.probe(), name(variant), describe(variant), workload, times);
  }

  private String name(Variant variant) {
    return step.phase(variant.journalBlock(), variant.rate(), Integer.toString(variant.streams()));
  }

  private Stream stream(ProbeContext context, Variant variant, int index) {
    Region share =
        Ring.of(
            context,
            index,
            variant.streams(),
            WRITECACHE_DATA,
            DATA_SHARE * JOURNAL_RING + step.ringBytes());
    long journal = Math.min(JOURNAL_RING, wholeBlocks(share.length() / (DATA_SHARE + 1)));
    long data = Math.min(step.ringBytes(), wholeBlocks(share.length() - journal));
    if (journal == 0 || data == 0) {
      throw new ImpossibleWorkloadException(
          "a range of " + context.rangeLength() + " B has no room for " + name(variant));
    }
    Stream.Builder builder =
        Stream.sequential("chain", new Region(share.offset() + journal, data))
            .journal(new Region(share.offset(), journal))
            .arrival(arrival(variant.rate()))
            .seed(Seeds.of(context.seed(), name(variant), index));
    return (step.chain() == CacheKind.BCACHE
            ? bcache(builder, variant)
            : writecache(builder, variant))
        .build();
  }

  private static long wholeBlocks(long bytes) {
    return bytes / WRITECACHE_DATA * WRITECACHE_DATA;
  }

  /**
   * A write of data, then one of the journal with PREFLUSH and FUA. An O_DSYNC write has as many
   * flushes at the device as that: one where it has FUA (the kernel flushes after such a write),
   * else two. A further fdatasync between them would be one more than bcache makes.
   */
  private static Stream.Builder bcache(Stream.Builder builder, Variant variant) {
    Writes.Step.Write journal =
        Writes.Step.write(variant.journalBlock() == BLOCK ? 0 : variant.journalBlock());
    return builder
        .blocks(new Block(BLOCK, 1), new Block(LARGE_JOURNAL_BLOCK, 1))
        .chain(Writes.Step.write(BLOCK), journal.toJournal().durable());
  }

  /**
   * Data and metadata, a flush, then the superblock with FUA. At the device it is one flush more
   * than dm-writecache makes: no O_DSYNC write is without its own.
   */
  private static Stream.Builder writecache(Stream.Builder builder, Variant variant) {
    return builder
        .block(BLOCK)
        .chain(
            Writes.Step.write(BLOCK),
            Writes.Step.write(WRITECACHE_DATA),
            Writes.Step.fdatasync(),
            Writes.Step.write(variant.journalBlock()).toJournal().durable());
  }

  private Arrival arrival(OptionalDouble rate) {
    if (rate.isEmpty()) {
      return Arrival.closed();
    }
    double perSecond = rate.getAsDouble();
    return step.spacing() == Spacing.FIXED ? Arrival.fixed(perSecond) : Arrival.poisson(perSecond);
  }

  private String describe(Variant variant) {
    String journal = variant.journalBlock() == BLOCK ? "4 KiB" : variant.journalBlock() + " B";
    String chain =
        step.chain() == CacheKind.BCACHE
            ? "4 KiB, then "
                + (variant.journalBlock() == BLOCK ? "4-8 KiB" : journal)
                + " flush+FUA"
            : "4 + 64 KiB, flush, " + journal + " FUA";
    String streams = variant.streams() == 1 ? ", 1 stream" : ", " + variant.streams() + " streams";
    return chain
        + streams
        + (variant.rate().isPresent()
            ? " at " + Quantity.print(variant.rate().getAsDouble(), Unit.PER_SECOND)
            : "");
  }
}
