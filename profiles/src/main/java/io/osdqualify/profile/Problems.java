package io.osdqualify.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what is wrong, so that all of it can be said at once. */
final class Problems {

  // A fragment that is used twice, through an anchor or by two heirs, is reported once.
  private final Set<Problem> found = new LinkedHashSet<>();

  void add(Place place, String message) {
    found.add(new Problem(place.file(), place.line(), place.column(), message));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  int count() {
    return found.size();
  }

  /** Throws all of them, file by file in the order of reading, each from top to bottom. */
  void throwIfAny() throws ProfileException {
    if (found.isEmpty()) {
      return;
    }
    Map<String, Integer> files = new LinkedHashMap<>();
    found.forEach(problem -> files.putIfAbsent(problem.file(), files.size()));
    List<Problem> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.<Problem>comparingInt(problem -> files.getOrDefault(problem.file(), 0))
            .thenComparingInt(Problem::line)
            .thenComparingInt(Problem::column));
    throw new ProfileException(sorted);
  }
}
