package io.osdqualify.profile;

import io.osdqualify.profile.InputSpec.Kind;
import io.osdqualify.profile.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code inputs}: what the user tells the run. */
final class InputsBinder {

  /** What the command line can be told; an input that nobody can give is a mistake. */
  private static final Map<String, Kind> KNOWN = new LinkedHashMap<>();

  static {
    KNOWN.put("osds", Kind.INTEGER);
    KNOWN.put("osd_size", Kind.BYTES);
  }

  private static final Pattern FORM =
      Pattern.compile("(optional\\s+)?(?:(bytes)|([0-9]{1,9})\\s*\\.\\.\\s*([0-9]{1,9}))");

  private final Problems problems;
  private final Values values;

  InputsBinder(Problems problems) {
    this.problems = problems;
    this.values = new Values(problems);
  }

  List<InputSpec> bind(YamlNode node) {
    List<InputSpec> inputs = new ArrayList<>();
    Fields.of(node, "inputs", List.copyOf(KNOWN.keySet()), problems)
        .ifPresent(
            fields ->
                ((Mapping) node)
                    .entries()
                    .forEach(
                        (name, entry) -> {
                          Kind kind = KNOWN.get(name);
                          if (kind != null) {
                            fields
                                .get(name)
                                .flatMap(v -> input(name, kind, v))
                                .ifPresent(inputs::add);
                          }
                        }));
    return inputs;
  }

  private Optional<InputSpec> input(String name, Kind kind, YamlNode node) {
    String example = kind == Kind.BYTES ? "\"bytes\"" : "a range such as \"1..30\"";
    String expected = example + ", after \"optional\" or not,";
    Optional<Matcher> form =
        values.scalar(node, expected).map(scalar -> FORM.matcher(scalar.text().strip()));
    if (form.isEmpty()) {
      return Optional.empty();
    }
    Matcher match = form.get();
    if (!match.matches() || (match.group(2) != null) != (kind == Kind.BYTES)) {
      problems.add(node.place(), expected + " is expected, not " + node.noun());
      return Optional.empty();
    }
    boolean optional = match.group(1) != null;
    if (kind == Kind.BYTES) {
      return Optional.of(new InputSpec(name, kind, optional, 1, Long.MAX_VALUE));
    }
    long low = Long.parseLong(match.group(3));
    long high = Long.parseLong(match.group(4));
    if (low < 1 || high < low) {
      problems.add(node.place(), "a range goes up from 1 or more, not " + node.noun());
      return Optional.empty();
    }
    return Optional.of(new InputSpec(name, kind, optional, low, high));
  }
}
