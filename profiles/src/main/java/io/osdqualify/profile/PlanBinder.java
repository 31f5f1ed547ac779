package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Mapping;
import io.osdqualify.profile.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code plan}: the steps, in the order of the list. */
final class PlanBinder {

  /** The smallest logical block of any drive. */
  private static final int SMALLEST_BLOCK = 512;

  /** Choice: larger blocks say nothing about commits, and each stream has buffers of them. */
  private static final int LARGEST_BLOCK = 16 << 20;

  /** BlueStore's block size. */
  private static final int COMMIT_BLOCK = 4 << 10;

  /** SNIA's workload-independent preconditioning, PTS 2.0.2. */
  private static final int FILL_BLOCK = 128 << 10;

  /** RocksDB's log moves through about 1 GiB before its files are used again. */
  private static final long RING = 1L << 30;

  private static final long LARGEST_RING = 1L << 50;

  /** Choice: more streams than a drive will ever have OSDs. */
  private static final int MOST_STREAMS = 256;

  private static final List<Durability> ALL_DURABILITIES =
      List.of(Durability.NONE, Durability.FDATASYNC, Durability.DSYNC);

  private static final Map<String, List<String>> KEYS = new LinkedHashMap<>();

  static {
    KEYS.put("precondition", List.of("probe", "name", "fill", "block", "engine", "quick"));
    KEYS.put(
        "commit-write",
        List.of("probe", "name", "durability", "block", "ring", "phase", "engine", "quick"));
    KEYS.put(
        "scaling",
        List.of(
            "probe", "name", "durability", "block", "ring", "streams", "phase", "engine", "quick"));
  }

  private final Problems problems;
  private final Values values;
  private final Formulas formulas;
  private final PhaseRule phase;
  private final IoEngine engine;

  /**
   * For one profile.
   *
   * @param phase the profile's, that steps may change
   * @param engine the profile's, that steps may change
   */
  PlanBinder(Problems problems, Formulas formulas, PhaseRule phase, IoEngine engine) {
    this.engine = engine;
    this.problems = problems;
    this.values = new Values(problems);
    this.formulas = formulas;
    this.phase = phase;
  }

  List<PlanStep> bind(YamlNode node) {
    if (!(node instanceof Sequence list)) {
      problems.add(node.place(), "a list of steps is expected, not " + node.noun());
      return List.of();
    }
    if (list.items().isEmpty()) {
      problems.add(node.place(), "the plan is empty");
    }
    List<PlanStep> steps = new ArrayList<>();
    list.items().forEach(item -> step(item).ifPresent(steps::add));
    return steps;
  }

  private Optional<PlanStep> step(YamlNode node) {
    Map<String, String> probes = new LinkedHashMap<>();
    KEYS.keySet().forEach(name -> probes.put(name, name));
    if (!(node instanceof Mapping mapping)) {
      problems.add(node.place(), "a step is a mapping, not " + node.noun());
      return Optional.empty();
    }
    if (!mapping.entries().containsKey("probe")) {
      problems.add(node.place(), "missing key \"probe\"");
      return Optional.empty();
    }
    Optional<String> probe = values.word(mapping.entries().get("probe").value(), "probe", probes);
    if (probe.isEmpty()) {
      return Optional.empty();
    }
    return Fields.of(node, probe.get(), KEYS.getOrDefault(probe.get(), List.of()), problems)
        .flatMap(fields -> step(probe.get(), fields));
  }

  private Optional<PlanStep> step(String probe, Fields fields) {
    fields.get("name").ifPresent(values::text);
    boolean skipped = skippedByQuick(fields);
    IoEngine way = engine(fields);
    return switch (probe) {
      case "precondition" -> precondition(fields, skipped, way);
      case "commit-write" -> commitWrite(fields, skipped, way);
      case "scaling" -> scaling(fields, skipped, way);
      default -> throw new IllegalStateException("no probe: " + probe);
    };
  }

  private Optional<PlanStep> precondition(Fields fields, boolean skipped, IoEngine way) {
    int block = fields.get("block").flatMap(this::block).orElse(FILL_BLOCK);
    return fields
        .required("fill")
        .flatMap(node -> formulas.parse(node, Type.SIZE, "more than 0 B", fill -> fill > 0))
        .map(fill -> new PlanStep.Precondition(fill, block, phase, skipped, way));
  }

  private Optional<PlanStep> commitWrite(Fields fields, boolean skipped, IoEngine way) {
    List<Durability> durabilities =
        fields
            .get("durability")
            .flatMap(node -> distinct(node, values.list(node, this::durability)))
            .orElse(ALL_DURABILITIES);
    List<Integer> blocks =
        fields
            .get("block")
            .flatMap(node -> distinct(node, values.list(node, this::block)))
            .orElse(List.of(COMMIT_BLOCK));
    return Optional.of(
        new PlanStep.CommitWrite(durabilities, blocks, ring(fields), phase(fields), skipped, way));
  }

  private Optional<PlanStep> scaling(Fields fields, boolean skipped, IoEngine way) {
    Durability durability =
        fields.get("durability").flatMap(this::durability).orElse(Durability.FDATASYNC);
    int block = fields.get("block").flatMap(this::block).orElse(COMMIT_BLOCK);
    long ring = ring(fields);
    PhaseRule rule = phase(fields);
    return fields
        .required("streams")
        .flatMap(node -> values.list(node, this::streams))
        .map(streams -> new PlanStep.Scaling(durability, block, ring, streams, rule, skipped, way));
  }

  private Optional<Durability> durability(YamlNode node) {
    Map<String, Durability> words = new LinkedHashMap<>();
    for (Durability each : Durability.values()) {
      words.put(each.key(), each);
    }
    return values.word(node, "durability", words);
  }

  private Optional<Integer> block(YamlNode node) {
    Optional<Long> size = values.size(node, SMALLEST_BLOCK, LARGEST_BLOCK);
    if (size.isPresent() && size.get() % SMALLEST_BLOCK != 0) {
      problems.add(node.place(), "a multiple of 512 B is expected, not " + node.noun());
      return Optional.empty();
    }
    return size.map(Math::toIntExact);
  }

  private Optional<Expression> streams(YamlNode node) {
    return formulas.parse(
        node,
        Type.NUMBER,
        "a whole number of streams from 1 to " + MOST_STREAMS,
        n -> n >= 1 && n <= MOST_STREAMS && n == Math.rint(n));
  }

  private long ring(Fields fields) {
    return fields
        .get("ring")
        .flatMap(node -> values.size(node, LARGEST_BLOCK, LARGEST_RING))
        .orElse(RING);
  }

  private PhaseRule phase(Fields fields) {
    return fields
        .get("phase")
        .map(node -> new PhaseBinder(problems).over(phase, node))
        .orElse(phase);
  }

  private IoEngine engine(Fields fields) {
    return fields.get("engine").flatMap(node -> engine(node, values)).orElse(engine);
  }

  /** One of the words that {@code engine} takes. */
  static Optional<IoEngine> engine(YamlNode node, Values values) {
    Map<String, IoEngine> words = new LinkedHashMap<>();
    for (IoEngine each : IoEngine.values()) {
      words.put(each.key(), each);
    }
    return values.word(node, "engine", words);
  }

  private boolean skippedByQuick(Fields fields) {
    Map<String, Boolean> words = new LinkedHashMap<>();
    words.put("skip", true);
    words.put("run", false);
    return fields.get("quick").flatMap(node -> values.word(node, "word", words)).orElse(false);
  }

  /** A value that stands twice would be measured twice under one name. */
  private <T> Optional<List<T>> distinct(YamlNode node, Optional<List<T>> list) {
    if (list.isPresent() && list.get().stream().distinct().count() < list.get().size()) {
      problems.add(node.place(), "a value stands in the list twice");
      return Optional.empty();
    }
    return list;
  }
}
