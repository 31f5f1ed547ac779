package io.osdqualify.host;

import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * CPUs by their numbers, in the kernel's list format: {@code 0-3,8}.
 *
 * @param numbers ascending, each once
 */
public record CpuList(List<Integer> numbers) {

  /** No CPU at all. */
  public static final CpuList NONE = new CpuList(List.of());

  /** Above the highest number that is read: OQ_MAX_CPUS of the engine's header. */
  private static final int LIMIT = 1024;

  public CpuList {
    numbers = List.copyOf(new TreeSet<>(numbers));
  }

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static CpuList parse(String list) {
    BitSet cpus = new BitSet();
    for (String part : list.strip().split(",", -1)) {
      String[] ends = part.strip().split("-", 2);
      int first = number(ends[0]);
      int last = ends.length == 2 ? number(ends[1]) : first;
      if (last < first) {
        throw new IllegalArgumentException(part.strip() + " ends before it begins");
      }
      cpus.set(first, last + 1);
    }
    return new CpuList(cpus.stream().boxed().toList());
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) >= LIMIT) {
      throw new IllegalArgumentException(
          "a list of CPUs such as 0-3,8 is expected, numbers below " + LIMIT);
    }
    return Integer.parseInt(text);
  }

  /** Of a file of the kernel; none for what is no list. */
  static CpuList of(@Nullable String list) {
    try {
      return list == null || list.isBlank() ? NONE : parse(list);
    } catch (IllegalArgumentException e) {
      return NONE;
    }
  }

  public boolean isEmpty() {
    return numbers.isEmpty();
  }

  public int size() {
    return numbers.size();
  }

  /** Those of them that are among others too. */
  public CpuList among(CpuList others) {
    return new CpuList(numbers.stream().filter(others.numbers::contains).toList());
  }

  /** Those of them that are not among others. */
  public CpuList without(CpuList others) {
    return new CpuList(numbers.stream().filter(cpu -> !others.numbers.contains(cpu)).toList());
  }

  /** As {@code 0-3,8}. */
  @Override
  public String toString() {
    return IntStream.range(0, numbers.size())
        .filter(i -> i == 0 || numbers.get(i) > numbers.get(i - 1) + 1)
        .mapToObj(this::run)
        .collect(Collectors.joining(","));
  }

  /** The run of neighbours that begins there. */
  private String run(int start) {
    int end = start;
    while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
      end++;
    }
    return end == start
        ? numbers.get(start).toString()
        : numbers.get(start) + "-" + numbers.get(end);
  }
}
