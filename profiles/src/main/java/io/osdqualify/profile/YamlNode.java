package io.osdqualify.profile;

import java.util.List;
import java.util.Map;

/** A part of a YAML text that knows where it stands. */
sealed interface YamlNode {

  Place place();

  /** With its article, for messages. */
  String noun();

  /**
   * A single value.
   *
   * @param plain whether it has no quotes, so that an empty one or {@code null} is no value
   * @param inset characters between its place and its first character; negative where the text in
   *     the file differs from the value (escapes, several lines)
   */
  record Scalar(String text, boolean plain, Place place, int inset) implements YamlNode {
    @Override
    public String noun() {
      return isNull() ? "nothing" : "\"" + text + "\"";
    }

    boolean isNull() {
      return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    /** The place of one of its characters, or its own where that can't be told. */
    Place at(int position) {
      return inset < 0 ? place : place.right(inset + position);
    }
  }

  record Sequence(List<YamlNode> items, Place place) implements YamlNode {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String noun() {
      return "a list";
    }
  }

  /** In the order of the text. */
  record Mapping(Map<String, Entry> entries, Place place) implements YamlNode {
    @Override
    public String noun() {
      return "a mapping";
    }
  }

  /**
   * A value of a mapping.
   *
   * @param keyPlace where its key stands
   */
  record Entry(Place keyPlace, YamlNode value) {}
}
