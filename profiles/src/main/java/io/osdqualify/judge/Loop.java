package io.osdqualify.judge;

import io.osdqualify.evidence.Phase;
import io.osdqualify.profile.LoopKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rounds of a loop as far as they were measured, and whether they came to be steady: at the
 * first window in which every tracked cell is.
 *
 * @param rounds whole ones, in their order: the phases by the key of their cell
 * @param unfinished cells of the round that is under way
 * @param held rounds after the steady state, in their order
 */
public record Loop(
    LoopKind kind,
    List<Map<String, Phase>> rounds,
    Map<String, Phase> unfinished,
    List<Map<String, Phase>> held) {

  private static final Pattern NAME =
      Pattern.compile("\\.(?<part>round|hold)\\.(?<number>[0-9]{2})(?:\\.(?<cell>.+))?");

  public Loop {
    rounds = List.copyOf(rounds);
    unfinished = Map.copyOf(unfinished);
    held = List.copyOf(held);
  }

  /**
   * Of a run's phases; those of others are passed over.
   *
   * @param cells that a whole round has
   */
  public static Loop of(LoopKind kind, List<Phase> phases, int cells) {
    List<Map<String, Phase>> whole = new ArrayList<>();
    Map<String, Phase> rest = Map.of();
    for (Map<String, Phase> round : numbered(kind, phases, "round").values()) {
      if (round.size() >= cells) {
        whole.add(round);
      } else {
        rest = round;
      }
    }
    return new Loop(kind, whole, rest, List.copyOf(numbered(kind, phases, "hold").values()));
  }

  /** The same where the number of cells is not known: as many as the first round has. */
  public static Loop of(LoopKind kind, List<Phase> phases) {
    SortedMap<Integer, Map<String, Phase>> rounds = numbered(kind, phases, "round");
    int cells = rounds.values().stream().mapToInt(Map::size).findFirst().orElse(1);
    return of(kind, phases, cells);
  }

  private static SortedMap<Integer, Map<String, Phase>> numbered(
      LoopKind kind, List<Phase> phases, String part) {
    SortedMap<Integer, Map<String, Phase>> numbered = new TreeMap<>();
    for (Phase phase : phases) {
      if (phase.name().startsWith(kind.prefix() + ".")) {
        Matcher name = NAME.matcher(phase.name().substring(kind.prefix().length()));
        if (name.matches() && name.group("part").equals(part)) {
          String cell = name.group("cell");
          numbered
              .computeIfAbsent(
                  Integer.valueOf(name.group("number")), number -> new LinkedHashMap<>())
              .put(cell == null ? "" : cell, phase);
        }
      }
    }
    return numbered;
  }

  /** The tracked cells that were measured. */
  public List<String> tracked() {
    return rounds.isEmpty()
        ? List.of()
        : rounds.get(0).keySet().stream().filter(kind::tracks).toList();
  }

  /** The values of a cell, a round each. */
  public List<Double> values(String cell) {
    return rounds.stream().map(round -> value(round, cell)).toList();
  }

  /** What a loop tracks of a phase. */
  public static double value(LoopKind.Quantity quantity, Phase phase) {
    return switch (quantity) {
      case RATE -> phase.iops();
      case BANDWIDTH -> phase.durationSeconds() > 0 ? phase.bytes() / phase.durationSeconds() : 0;
      case MEAN -> AllOperations.meanNs(phase);
    };
  }

  private double value(Map<String, Phase> round, String cell) {
    Phase phase = round.get(cell);
    return phase == null ? 0 : value(kind.quantity(), phase);
  }

  /** How many rounds it took until the steady state; empty while it is not reached. */
  public Optional<Integer> reached() {
    for (int end = SteadyWindow.ROUNDS; end <= rounds.size(); end++) {
      int last = end;
      if (!tracked().isEmpty()
          && tracked().stream().allMatch(cell -> window(cell, last).isSteady())) {
        return Optional.of(end);
      }
    }
    return Optional.empty();
  }

  /** The last round of the window that counts: of the steady state, else of all. */
  public int end() {
    return reached().orElse(rounds.size());
  }

  /** Whether there are rounds enough for a window. */
  public boolean hasWindow() {
    return rounds.size() >= SteadyWindow.ROUNDS;
  }

  /** The rounds of the window that counts. */
  public List<Map<String, Phase>> window() {
    return rounds.subList(end() - SteadyWindow.ROUNDS, end());
  }

  /** The window that counts, of a tracked cell. */
  public SteadyWindow window(String cell) {
    return window(cell, end());
  }

  private SteadyWindow window(String cell, int end) {
    return SteadyWindow.of(values(cell).subList(end - SteadyWindow.ROUNDS, end));
  }

  /** The first round after the steady state whose value the window would not allow. */
  public Optional<Integer> leftAt() {
    for (int i = 0; i < held.size(); i++) {
      Map<String, Phase> round = held.get(i);
      if (tracked().stream().anyMatch(cell -> !window(cell).allows(value(round, cell)))) {
        return Optional.of(i + 1);
      }
    }
    return Optional.empty();
  }
}
