package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Mapping;
import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.quantity.Suggest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a profile and all that it extends, and merges them into one mapping. */
final class Inheritance {

  static final String SCHEMA = "osd-qualify/profile/1";

  /** What a profile says of itself: never inherited. */
  private static final List<String> IDENTITY = List.of("schema", "name", "version", "title");

  /** Longest chain of heirs; a path through a link to its own folder never repeats a name. */
  private static final int LONGEST_CHAIN = 16;

  private final MessageDigest digest;
  private final Problems problems;
  private final List<Origin> chain = new ArrayList<>();

  /**
   * For one profile.
   *
   * @param digest takes the bytes of all texts, the heir's first
   */
  Inheritance(MessageDigest digest, Problems problems) {
    this.digest = digest;
    this.problems = problems;
  }

  /** Empty where a text can't be read or is no mapping; then a problem says why. */
  Optional<Mapping> resolve(Origin origin) {
    chain.add(origin);
    return SourceText.read(origin, digest, problems)
        .flatMap(text -> YamlReader.read(origin.label(), text, problems))
        .flatMap(root -> mapping(root))
        .flatMap(heir -> over(origin, heir));
  }

  private Optional<Mapping> mapping(YamlNode root) {
    if (root instanceof Mapping mapping) {
      return Optional.of(mapping);
    }
    problems.add(root.place(), "a profile is a mapping, not " + root.noun());
    return Optional.empty();
  }

  private Optional<Mapping> over(Origin origin, Mapping heir) {
    if (!isProfile(heir)) {
      return Optional.empty();
    }
    for (String key : IDENTITY) {
      if (!heir.entries().containsKey(key)) {
        problems.add(heir.place(), "missing key \"" + key + "\": a profile has its own");
      }
    }
    var named = heir.entries().get("extends");
    if (named == null) {
      Mapping nothing = new Mapping(Map.of(), heir.place());
      return Optional.of(new Merge(problems).profiles(nothing, heir));
    }
    return base(origin, named.value())
        .flatMap(this::resolve)
        .map(base -> new Merge(problems).profiles(base, heir));
  }

  /** A text of another kind is refused in one line, without a word of what stands in it. */
  private boolean isProfile(Mapping root) {
    var schema = root.entries().get("schema");
    if (schema == null) {
      boolean stranger = ProfileBinder.KEYS.stream().noneMatch(root.entries()::containsKey);
      if (stranger) {
        problems.add(root.place(), "this is no profile: it has no key \"schema\"");
      }
      return !stranger;
    }
    boolean ours = schema.value() instanceof Scalar scalar && scalar.text().equals(SCHEMA);
    if (!ours) {
      problems.add(
          schema.value().place(),
          "schema " + SCHEMA + " is expected, not " + schema.value().noun());
    }
    return ours;
  }

  private Optional<Origin> base(Origin heir, YamlNode named) {
    if (!(named instanceof Scalar word) || word.isNull()) {
      problems.add(named.place(), "the name of a profile is expected, not " + named.noun());
      return Optional.empty();
    }
    Optional<Origin> base = find(heir, word);
    int first = base.map(this::indexInChain).orElse(-1);
    if (first >= 0) {
      List<String> way = new ArrayList<>();
      chain.subList(first, chain.size()).forEach(origin -> way.add(origin.label()));
      way.add(way.get(0));
      problems.add(word.place(), "extends itself: " + String.join(" -> ", way));
      return Optional.empty();
    }
    if (chain.size() >= LONGEST_CHAIN) {
      problems.add(word.place(), "more than " + LONGEST_CHAIN + " profiles extend one another");
      return Optional.empty();
    }
    return base;
  }

  private int indexInChain(Origin origin) {
    return chain.stream().map(Origin::identity).toList().indexOf(origin.identity());
  }

  private Optional<Origin> find(Origin heir, Scalar word) {
    if (ProfileLoader.isFile(word.text()) && heir instanceof Origin.File file) {
      try {
        Path path = file.path().resolveSibling(word.text()).normalize();
        return Optional.of(new Origin.File(path));
      } catch (InvalidPathException e) {
        problems.add(word.place(), "\"" + word.text() + "\" is no file name: " + e.getReason());
        return Optional.empty();
      }
    }
    List<String> names = Catalog.names();
    if (!names.contains(word.text())) {
      problems.add(word.place(), unknown(word.text(), names));
      return Optional.empty();
    }
    return Optional.of(new Origin.BuiltIn(word.text()));
  }

  /** What is said of a name that is not in the catalog. */
  static String unknown(String name, List<String> names) {
    return "no built-in profile \""
        + name
        + "\""
        + Suggest.question(name, names)
        + " (there are: "
        + String.join(", ", names)
        + ")";
  }
}
