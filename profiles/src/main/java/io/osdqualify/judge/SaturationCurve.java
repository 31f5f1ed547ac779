package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a load came to by threads and operations in flight.
 *
 * @param cells the phases of one load, by their size
 */
public record SaturationCurve(Map<Cell, Phase> cells) {

  /**
   * The knee is the smallest load with this share of the best rate. A choice: twice the 2 % to
   * which a rate is known by default, and a bit.
   */
  static final double SHARE_OF_THE_BEST = 0.95;

  private static final Pattern NAME =
      Pattern.compile("(?<prefix>.+)\\.(?<threads>[1-9][0-9]*)x(?<depth>[1-9][0-9]*)");

  private static final Comparator<Map.Entry<Cell, Phase>> SMALLEST_FIRST =
      Comparator.<Map.Entry<Cell, Phase>>comparingLong(entry -> entry.getKey().inFlight())
          .thenComparing(entry -> entry.getKey().threads());

  public SaturationCurve {
    cells = Map.copyOf(cells);
  }

  /** A size of a load. */
  public record Cell(int threads, int depth) {

    /** Operations in flight of all threads. */
    public long inFlight() {
      return (long) threads * depth;
    }

    /** As {@code 4x32}, the end of its phase's name. */
    @Override
    public String toString() {
      return threads + "x" + depth;
    }
  }

  /** The phases of one load among all; of two with one name the later counts. */
  public static SaturationCurve of(String prefix, List<Phase> phases) {
    Map<Cell, Phase> cells = new LinkedHashMap<>();
    for (Phase phase : phases) {
      Matcher name = NAME.matcher(phase.name());
      if (name.matches() && name.group("prefix").equals(prefix)) {
        cells.put(cell(name), phase);
      }
    }
    return new SaturationCurve(cells);
  }

  private static Cell cell(Matcher name) {
    return new Cell(Integer.parseInt(name.group("threads")), Integer.parseInt(name.group("depth")));
  }

  /** The load that a phase is a size of; empty where it is none. */
  static Optional<String> prefix(Phase phase) {
    Matcher name = NAME.matcher(phase.name());
    return name.matches() ? Optional.of(name.group("prefix")) : Optional.empty();
  }

  /** The size with the highest rate; the smaller of two. */
  public Optional<Map.Entry<Cell, Phase>> best() {
    return cells.entrySet().stream()
        .filter(entry -> entry.getValue().operations() > 0)
        .sorted(SMALLEST_FIRST)
        .max(Comparator.comparingDouble(entry -> entry.getValue().iops()));
  }

  /** The smallest size that comes near the best; of two as small the one with fewer threads. */
  public Optional<Map.Entry<Cell, Phase>> knee() {
    double enough =
        best().map(best -> best.getValue().iops() * SHARE_OF_THE_BEST).orElse(Double.MAX_VALUE);
    return cells.entrySet().stream()
        .filter(entry -> entry.getValue().iops() >= enough)
        .min(SMALLEST_FIRST);
  }
}
