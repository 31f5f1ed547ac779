package io.osdqualify.profile;

import java.util.Optional;

/**
 * How much a drive is given to do at a time.
 *
 * @param streams each in a share of the range of its own
 * @param depth operations in flight of each
 */
public record InFlight(int streams, int depth) {

  /** Keys in a profile. */
  static final String STREAMS = "streams";

  static final String DEPTH = "depth";

  /** What fills the queue of a SATA drive, from more than one thread: a choice. */
  static final InFlight USUAL = new InFlight(2, 16);

  /** The engine's OQ_MAX_DEPTH. */
  private static final int MOST_DEPTH = 1024;

  static InFlight read(Fields fields, StepReader reader) {
    return new InFlight(
        fields.get(STREAMS).flatMap(node -> streams(node, reader)).orElse(USUAL.streams()),
        fields.get(DEPTH).flatMap(node -> depth(node, reader)).orElse(USUAL.depth()));
  }

  static Optional<Integer> streams(YamlNode node, StepReader reader) {
    return reader.values().whole(node, 1, StepReader.MOST_STREAMS);
  }

  static Optional<Integer> depth(YamlNode node, StepReader reader) {
    return reader.values().whole(node, 1, MOST_DEPTH);
  }
}
