package io.osdqualify.host;

import org.jspecify.annotations.Nullable;

/** The kernel's list format, as {@code 0-3,8}. */
final class CpuList {

  private CpuList() {}

  /** How many CPUs are in it; 0 for what is no list. */
  static int count(@Nullable String list) {
    if (list == null) {
      return 0;
    }
    int count = 0;
    for (String part : list.split(",", -1)) {
      String[] ends = part.strip().split("-", 2);
      try {
        int first = Integer.parseInt(ends[0]);
        int last = ends.length == 2 ? Integer.parseInt(ends[1]) : first;
        if (first < 0 || last < first) {
          return 0;
        }
        count += last - first + 1;
      } catch (NumberFormatException e) {
        return 0;
      }
    }
    return count;
  }
}
