package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/** What a measurement or a limit says: a number in its unit, a word, or a choice of words. */
public sealed interface Value {

  /** A finite number. */
  record Figure(@JsonValue double value) implements Value {
    public Figure {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a value is finite, not " + value);
      }
    }
  }

  /** A word out of a closed set, such as {@code likely}. */
  record Word(@JsonValue String value) implements Value {}

  /** The words that a limit allows. */
  record Words(@JsonValue List<String> values) implements Value {
    public Words {
      values = List.copyOf(values);
    }
  }

  /** Reads a value as it stands in JSON: a number, a text or a list of texts. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Value of(Object json) {
    if (json instanceof Number number) {
      return new Figure(number.doubleValue());
    }
    if (json instanceof List<?> list) {
      return new Words(list.stream().map(String::valueOf).toList());
    }
    if (json instanceof String word) {
      return new Word(word);
    }
    throw new IllegalArgumentException("a value is a number, a word or a list of words");
  }
}
