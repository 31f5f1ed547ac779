package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Entry;
import io.osdqualify.profile.YamlNode.Mapping;
import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.profile.YamlNode.Sequence;
import io.osdqualify.quantity.Suggest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lays a profile over the one that it extends. Mappings merge key by key, lists and single values
 * replace; only {@code plan} and {@code criteria} merge item by item. Nodes keep their places.
 */
final class Merge {

  static final List<String> LIMITS = List.of("at-least", "at-most", "one-of");

  private final Problems problems;

  Merge(Problems problems) {
    this.problems = problems;
  }

  /**
   * The heir's keys over the base's.
   *
   * @param base an empty mapping for a profile that extends nothing
   */
  Mapping profiles(Mapping base, Mapping heir) {
    Map<String, Entry> entries = new LinkedHashMap<>(base.entries());
    heir.entries()
        .forEach(
            (key, entry) -> {
              Entry old = base.entries().get(key);
              YamlNode merged =
                  switch (key) {
                    case "plan" -> items(old, entry.value(), "step", "name", "probe");
                    case "criteria" -> items(old, entry.value(), "criterion", "id", "metric");
                    default -> old == null ? entry.value() : deep(old.value(), entry.value());
                  };
              entries.put(key, new Entry(entry.keyPlace(), merged));
            });
    return new Mapping(entries, heir.place());
  }

  private static YamlNode deep(YamlNode base, YamlNode heir) {
    if (!(base instanceof Mapping below) || !(heir instanceof Mapping above)) {
      return heir;
    }
    Map<String, Entry> entries = new LinkedHashMap<>(below.entries());
    above
        .entries()
        .forEach(
            (key, entry) -> {
              Entry old = below.entries().get(key);
              YamlNode merged = old == null ? entry.value() : deep(old.value(), entry.value());
              entries.put(key, new Entry(entry.keyPlace(), merged));
            });
    return new Mapping(entries, above.place());
  }

  /**
   * The heir's items over the inherited ones.
   *
   * @param key what tells items apart; {@code fallback} where it is absent
   */
  private YamlNode items(
      @Nullable Entry old, YamlNode heir, String what, String key, String fallback) {
    if (!(heir instanceof Sequence list)) {
      return heir;
    }
    Map<String, YamlNode> merged = new LinkedHashMap<>();
    if (old != null && old.value() instanceof Sequence inherited) {
      inherited.items().forEach(item -> merged.put(identity(item, key, fallback), item));
    }
    Map<String, YamlNode> own = new LinkedHashMap<>();
    for (YamlNode item : list.items()) {
      String identity = identity(item, key, fallback);
      YamlNode twin = own.putIfAbsent(identity, item);
      if (twin != null) {
        problems.add(
            item.place(),
            "a second %s \"%s\": first in line %s; give it %s of its own"
                .formatted(
                    what, identity, twin.place().line(), key.equals("id") ? "an id" : "a name"));
      } else if (drops(item)) {
        if (merged.remove(identity) == null) {
          problems.add(
              item.place(),
              "nothing to drop: no %s \"%s\" is inherited".formatted(what, identity)
                  + Suggest.question(identity, merged.keySet()));
        }
      } else {
        YamlNode base = merged.get(identity);
        merged.put(identity, base == null ? item : deep(otherLimitsGone(base, item), item));
      }
    }
    return new Sequence(new ArrayList<>(merged.values()), list.place());
  }

  /** An item that can't be told apart is told by its place; the binder says what it lacks. */
  private static String identity(YamlNode item, String key, String fallback) {
    return word(item, key).or(() -> word(item, fallback)).orElseGet(() -> item.place().toString());
  }

  private static Optional<String> word(YamlNode item, String key) {
    Entry entry = item instanceof Mapping mapping ? mapping.entries().get(key) : null;
    return entry != null && entry.value() instanceof Scalar scalar && !scalar.isNull()
        ? Optional.of(scalar.text())
        : Optional.empty();
  }

  private boolean drops(YamlNode item) {
    Entry drop = item instanceof Mapping mapping ? mapping.entries().get("drop") : null;
    if (drop == null) {
      return false;
    }
    if (!(drop.value() instanceof Scalar scalar && scalar.text().equals("true"))) {
      problems.add(drop.value().place(), "drop: true is expected, not " + drop.value().noun());
    }
    return true;
  }

  /** A limit of another kind replaces the inherited one. */
  private static YamlNode otherLimitsGone(YamlNode base, YamlNode heir) {
    if (!(base instanceof Mapping below)
        || !(heir instanceof Mapping above)
        || LIMITS.stream().noneMatch(above.entries()::containsKey)) {
      return base;
    }
    Map<String, Entry> entries = new LinkedHashMap<>(below.entries());
    entries.keySet().removeIf(key -> LIMITS.contains(key) && !above.entries().containsKey(key));
    return new Mapping(entries, below.place());
  }
}
