package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
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

    /** As {@code a, b or c}. */
    String alternatives() {
      int last = values.size() - 1;
      return last < 1
          ? String.join("", values)
          : String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    }
  }

  /** For people: {@code 20 134/s}, {@code 240 GiB}, {@code likely}, {@code linear or flat}. */
  default String print(Unit unit) {
    if (this instanceof Figure figure) {
      return Quantity.print(figure.value(), unit);
    }
    return this instanceof Words words ? words.alternatives() : ((Word) this).value();
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
