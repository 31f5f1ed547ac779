package io.osdqualify.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What N OSDs ask of a device at the same time. Several rates of the logs or of the reads make a
 * matrix: a phase for each pair.
 *
 * @param walRates commits per second of each log
 * @param compaction bytes per second of all compactions, written and read together
 * @param readRates reads per second of each OSD
 * @param ringBytes ring of each log, at most
 */
public record MixedLoadStep(
    MixedWorkload workload,
    List<Rate> walRates,
    Rate compaction,
    List<Rate> readRates,
    Spacing spacing,
    long ringBytes,
    Conduct conduct)
    implements PlanStep {

  /** Name of the phase that writes what will be read, where nothing has written it. */
  public static final String PREPARE = "mixed.prepare";

  static final String PROBE = "mixed-load";

  static final StepBinder BINDER =
      new StepBinder(List.of("workload", "parameters", "ring", "phase"), MixedLoadStep::bind);

  private static final List<String> QUANTITIES =
      List.of(
          "iops",
          "bandwidth",
          "latency-mean",
          "latency-p50",
          "latency-p99",
          "latency-p99.9",
          "latency-p99.99",
          "latency-max");

  public MixedLoadStep {
    walRates = List.copyOf(walRates);
    readRates = List.copyOf(readRates);
  }

  /**
   * One phase.
   *
   * @param name prefix of its metrics, as {@code mixed.wal+db}
   * @param wal commits per second of each log; empty: closed loop
   * @param compaction bytes per second in all
   * @param read reads per second of each OSD
   */
  public record Cell(
      String name, OptionalDouble wal, OptionalDouble compaction, OptionalDouble read) {}

  @Override
  public String probe() {
    return PROBE;
  }

  /** The phases of a run, in their order. */
  public List<Cell> cells(Tier tier, Expression.Scope scope) {
    List<Cell> cells = new ArrayList<>();
    for (Rate wal : walRates) {
      for (Rate read : readRates) {
        OptionalDouble perLog = wal.perSecond(tier, scope);
        OptionalDouble perReader = read.perSecond(tier, scope);
        String name = name(Rate.label(perLog), Rate.label(perReader));
        cells.add(new Cell(name, perLog, compaction.perSecond(tier, scope), perReader));
      }
    }
    return cells;
  }

  /**
   * As {@code mixed.wal+db} or {@code mixed.wal+db.wal-500-read-100}: a part that varies is named.
   */
  private String name(String wal, String read) {
    List<String> cell = new ArrayList<>();
    if (walRates.size() > 1) {
      cell.add("wal-" + wal);
    }
    if (readRates.size() > 1) {
      cell.add("read-" + read);
    }
    return "mixed." + workload.key() + (cell.isEmpty() ? "" : "." + String.join("-", cell));
  }

  @Override
  public Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    for (Rate wal : walRates) {
      for (Rate read : readRates) {
        fixedName(wal, read).ifPresent(name -> metrics.addAll(ofPhase(name)));
      }
    }
    return metrics;
  }

  private Optional<String> fixedName(Rate wal, Rate read) {
    Optional<String> perLog = walRates.size() > 1 ? wal.fixedLabel() : Optional.of("");
    Optional<String> perReader = readRates.size() > 1 ? read.fixedLabel() : Optional.of("");
    return perLog.flatMap(first -> perReader.map(second -> name(first, second)));
  }

  private List<String> ofPhase(String name) {
    return workload.groups().stream()
        .flatMap(group -> QUANTITIES.stream().map(quantity -> name + "." + group + "." + quantity))
        .toList();
  }

  private static Optional<MixedLoadStep> bind(Fields fields, Conduct conduct, StepReader reader) {
    Map<String, MixedWorkload> words = new LinkedHashMap<>();
    for (MixedWorkload each : MixedWorkload.values()) {
      words.put(each.key(), each);
    }
    long ring = reader.ring(fields);
    return fields
        .required("workload")
        .flatMap(node -> reader.values().word(node, "workload", words))
        .map(workload -> Parameters.of(reader, workload, fields).step(ring, conduct));
  }

  /** {@code parameters}, with what stands for those that are not there. */
  private record Parameters(StepReader reader, MixedWorkload workload, @Nullable Fields given) {

    private static final String WAL = "wal-rate";
    private static final String COMPACTION = "compaction";
    private static final String READS = "read-rate";

    /** The highest capacity of an HDD that mClock believes, in operations a second. */
    private static final String USUAL_WAL = "500 /s";

    /** Choice: reads of RocksDB that miss its cache. */
    private static final int USUAL_READS = 100;

    private static final String COMPACTION_MINIMUM = "40 MB/s * osds";
    private static final String COMPACTION_RECOMMENDED = "100 MB/s * osds";

    static Parameters of(StepReader reader, MixedWorkload workload, Fields step) {
      List<String> known = List.of(WAL, COMPACTION, READS, "arrival");
      return new Parameters(
          reader,
          workload,
          step.get("parameters")
              .flatMap(node -> Fields.of(node, "parameters", known, reader.problems()))
              .orElse(null));
    }

    MixedLoadStep step(long ring, Conduct conduct) {
      refuse(WAL, workload.hasWal(), "no logs");
      refuse(COMPACTION, workload.hasCompaction(), "no compaction");
      refuse(READS, workload.hasReads(), "no reads");
      return new MixedLoadStep(
          workload,
          list(WAL).orElseGet(this::usualWal),
          get(COMPACTION).flatMap(node -> reader.rate(node, Type.BANDWIDTH)).orElseGet(this::usual),
          list(READS).orElseGet(this::usualReads),
          get("arrival").flatMap(reader::spacing).orElse(Spacing.POISSON),
          ring,
          conduct);
    }

    private void refuse(String key, boolean fits, String lacks) {
      if (!fits) {
        get(key)
            .ifPresent(
                node ->
                    reader
                        .problems()
                        .add(node.place(), workload.key() + " has " + lacks + ": no " + key));
      }
    }

    private Optional<YamlNode> get(String key) {
      return given == null ? Optional.empty() : given.get(key);
    }

    private Optional<List<Rate>> list(String key) {
      return get(key).flatMap(node -> reader.rates(node));
    }

    /** The logs alone are asked for what the drive gives, those beside others at their rate. */
    private List<Rate> usualWal() {
      boolean alone = !workload.hasCompaction() && !workload.hasReads();
      return List.of(alone ? Rate.CLOSED : StepReader.usual(USUAL_WAL, USUAL_WAL));
    }

    private List<Rate> usualReads() {
      String rate = Math.max(1, workload.readFactor()) * USUAL_READS + " /s";
      return List.of(StepReader.usual(rate, rate));
    }

    private Rate usual() {
      return StepReader.usual(COMPACTION_MINIMUM, COMPACTION_RECOMMENDED);
    }
  }
}
