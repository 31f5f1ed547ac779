package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Entry;
import io.osdqualify.profile.YamlNode.Mapping;
import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.quantity.Suggest;
import java.util.List;
import java.util.Optional;

/** The keys of a mapping. Reports unknown ones when it is made, missing ones when asked. */
final class Fields {

  private final Mapping mapping;
  private final Problems problems;

  private Fields(Mapping mapping, Problems problems) {
    this.mapping = mapping;
    this.problems = problems;
  }

  /**
   * The fields of a node that should be a mapping.
   *
   * @param what the mapping is, with its article, as {@code a criterion}
   * @return empty where the node is no mapping; then a problem says so
   */
  static Optional<Fields> of(YamlNode node, String what, List<String> known, Problems problems) {
    if (!(node instanceof Mapping mapping)) {
      problems.add(node.place(), what + " is a mapping, not " + node.noun());
      return Optional.empty();
    }
    Fields fields = new Fields(mapping, problems);
    fields.checkKnown(what, known);
    return Optional.of(fields);
  }

  /** Reports the keys that are not among these. */
  private void checkKnown(String what, List<String> known) {
    mapping
        .entries()
        .forEach(
            (key, entry) -> {
              if (!known.contains(key)) {
                String hint = Suggest.question(key, known);
                problems.add(
                    entry.keyPlace(),
                    "unknown key \""
                        + key
                        + "\" in "
                        + what
                        + (hint.isEmpty() ? " (known: " + String.join(", ", known) + ")" : hint));
              }
            });
  }

  Place place() {
    return mapping.place();
  }

  boolean has(String key) {
    return mapping.entries().containsKey(key);
  }

  /** The value of a key; empty where the key is absent, or has no value, which is a problem. */
  Optional<YamlNode> get(String key) {
    Entry entry = mapping.entries().get(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (entry.value() instanceof Scalar scalar && scalar.isNull()) {
      problems.add(entry.keyPlace(), "\"" + key + "\" has no value");
      return Optional.empty();
    }
    return Optional.of(entry.value());
  }

  /** The value of a key that must be there. */
  Optional<YamlNode> required(String key) {
    if (!has(key)) {
      problems.add(place(), "missing key \"" + key + "\"");
    }
    return get(key);
  }
}
