package io.osdqualify.profile;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One way to run the same load, to be measured beside others. */
public record Variant(Cpus cpus, Numa numa, Poll poll) {

  /** Nothing is asked for: as the run does it. */
  public static final Variant USUAL = new Variant(Cpus.USUAL, Numa.USUAL, Poll.USUAL);

  /** Whether threads stay on one CPU each. */
  public enum Cpus {
    USUAL(""),
    PINNED("pinned"),
    FREE("free");

    private final String key;

    Cpus(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  /** On which NUMA nodes threads run, and their memory is. */
  public enum Numa {
    USUAL(""),
    /** The drive's. */
    NEAR("near"),
    /** All others. */
    FAR("far");

    private final String key;

    Numa(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  /** How completions are found. */
  public enum Poll {
    USUAL(""),
    INTERRUPT("interrupt"),
    /** The device is asked for them all the time; io_uring only. */
    POLLED("polled");

    private final String key;

    Poll(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  /** All that the lists combine to, the last list fastest. */
  static List<Variant> all(List<Cpus> cpus, List<Numa> numa, List<Poll> poll) {
    return cpus.stream()
        .flatMap(
            cpu ->
                numa.stream()
                    .flatMap(node -> poll.stream().map(way -> new Variant(cpu, node, way))))
        .toList();
  }

  /** As {@code pinned} or {@code pinned+far}; empty where nothing is asked for. */
  public String key() {
    return Stream.of(cpus.key(), numa.key(), poll.key())
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining("+"));
  }
}
