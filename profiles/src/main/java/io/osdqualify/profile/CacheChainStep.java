package io.osdqualify.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Commits as a cache in front of an HDD makes them: several writes and flushes, one after the
 * other.
 *
 * @param journalBlocks sizes of the last, durable write: 4 KiB stands for what the cache uses
 * @param streams numbers of caches that share the device; each may name {@code osds}
 * @param rates commits per second of each stream
 * @param ringBytes ring of each stream's data, at most
 */
public record CacheChainStep(
    CacheKind chain,
    List<Integer> journalBlocks,
    List<Expression> streams,
    List<Rate> rates,
    Spacing spacing,
    long ringBytes,
    Conduct conduct)
    implements PlanStep {

  static final String PROBE = "cache-chain";

  static final StepBinder BINDER =
      new StepBinder(
          List.of("chain", "journal", "streams", "rate", "arrival", "ring", "phase"),
          CacheChainStep::bind);

  private static final List<String> QUANTITIES =
      List.of(
          "iops",
          "latency-mean",
          "latency-p50",
          "latency-p99",
          "latency-p99.9",
          "latency-p99.99",
          "latency-max",
          "write.latency-p50",
          "write.latency-p99",
          "write.latency-p99.9");

  /** bcache's flush is part of its journal's write. */
  private static final List<String> OF_FLUSHES =
      List.of("flush.latency-p50", "flush.latency-p99", "flush.latency-p99.9");

  public CacheChainStep {
    journalBlocks = List.copyOf(journalBlocks);
    streams = List.copyOf(streams);
    rates = List.copyOf(rates);
  }

  @Override
  public String probe() {
    return PROBE;
  }

  /**
   * The name of a phase: {@code chain.bcache-512B.at-500.streams-1}; {@code at} is left out in
   * closed loop.
   *
   * @param streams a number, or {@code osds}
   */
  public String phase(int journalBlock, OptionalDouble rate, String streams) {
    return phase(journalBlock, Rate.label(rate), streams);
  }

  private String phase(int journalBlock, String rate, String streams) {
    return "chain."
        + chain.key()
        + (journalBlock == StepReader.COMMIT_BLOCK ? "" : "-" + journalBlock + "B")
        + (rate.equals(Rate.CLOSED_WORD) ? "" : ".at-" + rate)
        + ".streams-"
        + streams;
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    for (int block : journalBlocks) {
      for (Expression count : streams) {
        for (Rate rate : rates) {
          rate.fixedLabel()
              .flatMap(label -> ScalingStep.number(count).map(n -> phase(block, label, n)))
              .ifPresent(phase -> quantities().forEach(each -> metrics.add(phase + "." + each)));
        }
      }
    }
    return metrics;
  }

  private Stream<String> quantities() {
    return chain == CacheKind.BCACHE
        ? QUANTITIES.stream()
        : Stream.concat(QUANTITIES.stream(), OF_FLUSHES.stream());
  }

  private static Optional<CacheChainStep> bind(Fields fields, Conduct conduct, StepReader reader) {
    Map<String, CacheKind> words = new LinkedHashMap<>();
    for (CacheKind each : CacheKind.values()) {
      words.put(each.key(), each);
    }
    Optional<CacheKind> chain =
        fields.required("chain").flatMap(node -> reader.values().word(node, "chain", words));
    List<Integer> blocks =
        fields
            .get("journal")
            .flatMap(node -> reader.distinct(node, reader.values().list(node, reader::journal)))
            .orElse(List.of(StepReader.COMMIT_BLOCK));
    List<Rate> rates = fields.get("rate").flatMap(reader::rates).orElse(List.of(Rate.CLOSED));
    Spacing spacing = fields.get("arrival").flatMap(reader::spacing).orElse(Spacing.POISSON);
    long ring = reader.ring(fields);
    return chain.map(
        word ->
            new CacheChainStep(
                word, blocks, streams(word, fields, reader), rates, spacing, ring, conduct));
  }

  /** A cache set of bcache has one journal, with one write of it in flight at most. */
  private static List<Expression> streams(CacheKind chain, Fields fields, StepReader reader) {
    List<Expression> counts = new ArrayList<>();
    fields
        .get("streams")
        .ifPresent(
            node -> {
              if (chain == CacheKind.BCACHE) {
                reader
                    .problems()
                    .add(node.place(), "bcache writes one journal at a time: no streams");
              }
              reader.values().list(node, reader::streams).ifPresent(counts::addAll);
            });
    return counts.isEmpty() ? List.of(StepReader.constant("1")) : counts;
  }
}
