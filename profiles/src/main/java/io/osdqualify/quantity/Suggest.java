package io.osdqualify.quantity;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what a mistyped word was meant to be. */
public final class Suggest {

  /** Longer words are not compared: the cost grows with the square. */
  private static final int LONGEST = 100;

  private Suggest() {}

  /**
   * The candidate that is nearest to the word: at most one change in three letters, where a change
   * is a letter added, left out, replaced or swapped with its neighbour. Case counts only between
   * candidates that are equally near.
   *
   * @return empty where none is near; the first of equally near ones
   */
  public static Optional<String> closest(String word, Collection<String> candidates) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    String best = null;
    // A difference of case is worth half a change.
    int least = 2 * Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      if (candidate.length() <= LONGEST) {
        int distance = 2 * distance(lower(word), lower(candidate));
        if (!word.equals(candidate) && distance == 0) {
          distance = 1;
        }
        if (distance < least && distance < 2 * candidate.length()) {
          least = distance;
          best = candidate;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** The end of a message: {@code ; did you mean "wal-hdd"?}, or nothing. */
  public static String question(String word, Collection<String> candidates) {
    return closest(word, candidates).map(near -> "; did you mean \"" + near + "\"?").orElse("");
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** Changes from one word to the other (optimal string alignment). */
  static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      cost[i][0] = i;
    }
    for (int j = 0; j <= to.length(); j++) {
      cost[0][j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      for (int j = 1; j <= to.length(); j++) {
        int replace = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        least = Math.min(least, cost[i - 1][j - 1] + replace);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          least = Math.min(least, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = least;
      }
    }
    return cost[from.length()][to.length()];
  }
}
