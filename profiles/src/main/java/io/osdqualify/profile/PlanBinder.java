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

  private static final List<String> KEYS_OF_EVERY_STEP =
      List.of("probe", "name", "engine", "quick");

  private final Problems problems;
  private final Values values;
  private final StepReader reader;
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
    this.reader = new StepReader(problems, formulas);
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

  private Optional<? extends PlanStep> step(YamlNode node) {
    if (!(node instanceof Mapping mapping)) {
      problems.add(node.place(), "a step is a mapping, not " + node.noun());
      return Optional.empty();
    }
    if (!mapping.entries().containsKey("probe")) {
      problems.add(node.place(), "missing key \"probe\"");
      return Optional.empty();
    }
    YamlNode probe = mapping.entries().get("probe").value();
    return values
        .word(probe, "probe", Steps.BINDERS)
        .flatMap(binder -> step(node, values.text(probe).orElse(""), binder));
  }

  private Optional<? extends PlanStep> step(YamlNode node, String probe, StepBinder binder) {
    List<String> keys = new ArrayList<>(KEYS_OF_EVERY_STEP);
    keys.addAll(binder.keys());
    return Fields.of(node, probe, keys, problems)
        .flatMap(fields -> binder.maker().step(fields, conduct(fields), reader));
  }

  private Conduct conduct(Fields fields) {
    fields.get("name").ifPresent(values::text);
    return new Conduct(phase(fields), skippedByQuick(fields), engine(fields));
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
}
