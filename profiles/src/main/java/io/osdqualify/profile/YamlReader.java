package io.osdqualify.profile;

import io.osdqualify.profile.YamlNode.Entry;
import io.osdqualify.profile.YamlNode.Mapping;
import io.osdqualify.profile.YamlNode.Scalar;
import io.osdqualify.profile.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Composes nodes from the parser's events. Its own composer, because nodes must know their file,
 * and because a text must not become larger than it is: aliases count in full.
 */
final class YamlReader {

  /** Nodes after the expansion of aliases; the built-in profiles have some 200. */
  static final int MOST_NODES = 20_000;

  private static final int DEEPEST = 32;

  private final String file;
  private final Problems problems;
  private final Iterator<Event> events;
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private int nodes;
  private int depth;

  private YamlReader(String file, String text, Problems problems) {
    this.file = file;
    this.problems = problems;
    this.events =
        new Parse(LoadSettings.builder().setLabel(file).build()).parseString(text).iterator();
  }

  private record Anchored(YamlNode node, int nodes) {}

  /** Ends the reading; only {@link #read} sees it. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Place place;

    Refused(Place place, String message) {
      super(message);
      this.place = place;
    }
  }

  /**
   * The one document of a text. Duplicate keys and tags are reported and passed over; a syntax
   * error ends the reading.
   *
   * @return empty where the text can't be used; then a problem says why
   */
  static Optional<YamlNode> read(String file, String text, Problems problems) {
    try {
      return Optional.of(new YamlReader(file, text, problems).document());
    } catch (Refused e) {
      problems.add(e.place, String.valueOf(e.getMessage()));
    } catch (MarkedYamlEngineException e) {
      Mark mark = e.getProblemMark().or(e::getContextMark).orElse(null);
      problems.add(place(file, mark), "YAML: " + oneLine(e.getProblem()));
    } catch (ReaderException e) {
      problems.add(
          Place.after(file, text.substring(0, text.offsetByCodePoints(0, e.getPosition()))),
          "YAML: a character that may not stand here: U+"
              + String.format(Locale.ROOT, "%04X", e.getCodePoint()));
    } catch (YamlEngineException e) {
      problems.add(Place.wholeFile(file), "YAML: " + oneLine(String.valueOf(e.getMessage())));
    }
    return Optional.empty();
  }

  private YamlNode document() {
    next(); // the start of the stream
    Event event = next();
    if (event.getEventId() == Event.ID.StreamEnd) {
      throw new Refused(Place.wholeFile(file), "the file is empty");
    }
    YamlNode root = node(next());
    next(); // the end of the document
    event = next();
    if (event.getEventId() != Event.ID.StreamEnd) {
      throw new Refused(place(event), "a second document: a profile is one");
    }
    return root;
  }

  private YamlNode node(Event event) {
    nodes++;
    if (nodes > MOST_NODES) {
      throw new Refused(
          place(event), "more than " + MOST_NODES + " values, aliases counted in full");
    }
    if (event instanceof AliasEvent alias) {
      return alias(alias);
    }
    int before = nodes;
    YamlNode node = event instanceof ScalarEvent scalar ? scalar(scalar) : collection(event);
    if (event instanceof NodeEvent anchored) {
      anchored
          .getAnchor()
          .ifPresent(anchor -> anchors.put(anchor, new Anchored(node, nodes - before)));
    }
    return node;
  }

  private YamlNode alias(AliasEvent event) {
    Anchor name = event.getAnchor().orElseThrow();
    Anchored target = anchors.get(name);
    if (target == null) {
      throw new Refused(place(event), "*" + name + " stands for nothing that ended before it");
    }
    nodes = Math.min(MOST_NODES, nodes) + target.nodes;
    return target.node;
  }

  private YamlNode scalar(ScalarEvent event) {
    refuseTag(event, event.getTag());
    return new Scalar(event.getValue(), event.isPlain(), place(event), inset(event));
  }

  private YamlNode collection(Event event) {
    if (event instanceof CollectionStartEvent start) {
      refuseTag(event, start.getTag());
    }
    depth++;
    if (depth > DEEPEST) {
      throw new Refused(place(event), "nested deeper than " + DEEPEST);
    }
    YamlNode node = event instanceof MappingStartEvent ? mapping(event) : sequence(event);
    depth--;
    return node;
  }

  private YamlNode sequence(Event start) {
    List<YamlNode> items = new ArrayList<>();
    for (Event event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
      items.add(node(event));
    }
    return new Sequence(items, place(start));
  }

  private YamlNode mapping(Event start) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (Event event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      YamlNode key = node(event);
      YamlNode value = node(next());
      if (!(key instanceof Scalar word)) {
        problems.add(place(event), "a key is a word, not " + key.noun());
        continue;
      }
      Entry first = entries.putIfAbsent(word.text(), new Entry(place(event), value));
      if (first != null) {
        problems.add(
            place(event),
            "duplicate key \"" + word.text() + "\": first in line " + first.keyPlace().line());
      }
    }
    return new Mapping(entries, place(start));
  }

  private Event next() {
    return events.next();
  }

  private void refuseTag(Event event, Optional<String> tag) {
    tag.ifPresent(name -> problems.add(place(event), "tags are not allowed: " + name));
  }

  /** Characters of quotes before the value, where the rest stands in the file as it is. */
  private static int inset(ScalarEvent event) {
    Mark start = event.getStartMark().orElse(null);
    Mark end = event.getEndMark().orElse(null);
    if (start == null || end == null || start.getLine() != end.getLine()) {
      return -1;
    }
    int inset = event.isPlain() ? 0 : 1;
    boolean asItStands =
        end.getColumn() - start.getColumn() == event.getValue().length() + 2 * inset;
    return asItStands ? inset : -1;
  }

  private Place place(Event event) {
    return place(file, event.getStartMark().orElse(null));
  }

  private static Place place(String file, @Nullable Mark mark) {
    return mark == null
        ? Place.wholeFile(file)
        : new Place(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
