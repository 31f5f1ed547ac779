package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Mapping;
import java.util.List;
import java.util.Optional;

/** Makes a profile of a mapping that is merged already. */
final class ProfileBinder {

  static final List<String> KEYS =
      List.of(
          "schema",
          "name",
          "version",
          "title",
          "extends",
          "inputs",
          "phase",
          "engine",
          "plan",
          "criteria");

  private static final int HIGHEST_VERSION = 1_000_000;

  private final Problems problems;
  private final Values values;

  ProfileBinder(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  /** Empty where a problem was found. */
  Optional<Profile> bind(Mapping root, String source, String sha256) {
    return Fields.of(root, "a profile", KEYS, problems)
        .flatMap(fields -> bind(fields, source, sha256));
  }

  private Optional<Profile> bind(Fields fields, String source, String sha256) {
    Optional<String> name = fields.get("name").flatMap(this::name);
    Optional<Integer> version =
        fields.get("version").flatMap(node -> values.whole(node, 1, HIGHEST_VERSION));
    Optional<String> title = fields.get("title").flatMap(values::text);
    int before = problems.count();
    List<InputSpec> inputs =
        fields.get("inputs").map(new InputsBinder(problems)::bind).orElse(List.of());
    PhaseRule phase =
        fields
            .get("phase")
            .map(node -> new PhaseBinder(problems).over(PhaseBinder.DEFAULT, node))
            .orElse(PhaseBinder.DEFAULT);
    IoEngine engine =
        fields.get("engine").flatMap(node -> PlanBinder.engine(node, values)).orElse(IoEngine.AUTO);
    Formulas formulas = new Formulas(inputs, problems);
    List<PlanStep> plan =
        fields
            .required("plan")
            .map(new PlanBinder(problems, formulas, phase, engine)::bind)
            .orElse(List.of());
    boolean planIsWhole = problems.count() == before;
    CriteriaBinder criteriaBinder =
        new CriteriaBinder(problems, formulas, Metrics.measuredBy(plan, inputs), planIsWhole);
    List<Criterion> criteria =
        fields.required("criteria").map(criteriaBinder::bind).orElse(List.of());
    if (!problems.isEmpty() || name.isEmpty() || version.isEmpty() || title.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Profile(
            name.get(), version.get(), title.get(), inputs, plan, criteria, source, sha256));
  }

  private Optional<String> name(YamlNode node) {
    Optional<String> name = values.text(node);
    if (name.isPresent() && !name.get().matches("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")) {
      problems.add(
          node.place(),
          "a name has letters, digits and . _ + - only, 64 at most, not " + node.noun());
      return Optional.empty();
    }
    return name;
  }
}
