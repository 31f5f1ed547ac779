package io.osdqualify.evidence;

import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.util.Instantiatable;

/**
 * The layout of result.json: two blanks a level, one entry a line; the rows of long lists and the
 * latency summaries stand on one line each, so that a day of seconds stays readable and small. The
 * bytes depend on nothing but the content.
 */
final class ResultLayout implements PrettyPrinter, Instantiatable<ResultLayout> {

  /** Lists and maps whose members are rows. */
  private static final Set<String> TABLES =
      Set.of(
          "plan",
          "errors",
          "latency",
          "series",
          "stalls",
          "streams",
          "streamGroups",
          "ceilings",
          "measurements",
          "missing",
          "disturbances");

  private int depth;

  /** Objects and arrays open inside the present row; 0 outside of rows. */
  private int row;

  @Override
  public ResultLayout createInstance() {
    return new ResultLayout();
  }

  @Override
  public void writeStartObject(JsonGenerator json) {
    if (row > 0 || isRow(json.streamWriteContext())) {
      row++;
    }
    depth++;
    json.writeRaw('{');
  }

  @Override
  public void beforeObjectEntries(JsonGenerator json) {
    newLine(json);
  }

  @Override
  public void writeObjectNameValueSeparator(JsonGenerator json) {
    json.writeRaw(": ");
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator json) {
    separate(json);
  }

  @Override
  public void writeEndObject(JsonGenerator json, int entries) {
    end(json, entries, '}');
  }

  @Override
  public void writeStartArray(JsonGenerator json) {
    if (row > 0) {
      row++;
    }
    depth++;
    json.writeRaw('[');
  }

  @Override
  public void beforeArrayValues(JsonGenerator json) {
    newLine(json);
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator json) {
    separate(json);
  }

  @Override
  public void writeEndArray(JsonGenerator json, int values) {
    end(json, values, ']');
  }

  @Override
  public void writeRootValueSeparator(JsonGenerator json) {
    json.writeRaw('\n');
  }

  private void separate(JsonGenerator json) {
    json.writeRaw(row > 0 ? ", " : ",");
    newLine(json);
  }

  private void end(JsonGenerator json, int entries, char mark) {
    depth--;
    if (entries > 0) {
      newLine(json);
    }
    if (row > 0) {
      row--;
    }
    json.writeRaw(mark);
  }

  private void newLine(JsonGenerator json) {
    if (row == 0) {
      json.writeRaw("\n" + "  ".repeat(depth));
    }
  }

  /** Whether an object is a member of a table, or of a list in one (the series of a kind). */
  private static boolean isRow(TokenStreamContext object) {
    TokenStreamContext list = object.getParent();
    TokenStreamContext owner = list == null ? null : list.getParent();
    if (list == null || owner == null) {
      return false;
    }
    return isTable(owner)
        || (list.inArray() && owner.getParent() != null && isTable(owner.getParent()));
  }

  private static boolean isTable(TokenStreamContext owner) {
    return owner.inObject() && owner.hasCurrentName() && TABLES.contains(owner.currentName());
  }
}
