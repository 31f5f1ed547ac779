package io.osdqualify.engine;

import io.osdqualify.host.CpuList;
import io.osdqualify.profile.PmemMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one phase does.
 *
 * @param streams those of one group stand together
 * @param ramp time before counting starts
 * @param maxDuration of counting; zero: {@code maxBytes} ends it
 * @param maxBytes of all streams together, ramp included; 0: no bound
 */
public record Workload(
    Backend backend,
    List<Stream> streams,
    Duration ramp,
    Duration maxDuration,
    long maxBytes,
    Options options) {

  public Workload {
    streams = List.copyOf(streams);
    if (streams.isEmpty()) {
      throw new IllegalArgumentException("a workload has a stream at least");
    }
    if (maxDuration.isZero() && maxBytes == 0) {
      throw new IllegalArgumentException("a workload is bound by time or by volume");
    }
    checkGroups(grouped(streams));
  }

  /**
   * How the engine runs it.
   *
   * @param continueOnError device errors to go on after; 0 ends at the first
   * @param ioPoll io_uring polls the device instead of waiting for its interrupt
   * @param pin each stream on one of {@code cpus}, in turn
   * @param spin threads never sleep
   * @param cpus that threads may run on; none: any
   * @param stampRun tells the data of this run from that of others
   * @param pmemMethod how persistent memory is written; absent: by the best that the CPU has
   */
  public record Options(
      int continueOnError,
      boolean ioPoll,
      boolean pin,
      boolean spin,
      CpuList cpus,
      long stampRun,
      @Nullable PmemMethod pmemMethod) {

    /** Ends at the first error, waits for interrupts, runs anywhere. */
    public static final Options USUAL = new Options(0, false, false, false, CpuList.NONE, 1);

    public Options {
      if (continueOnError < 0) {
        throw new IllegalArgumentException("a number of errors is not " + continueOnError);
      }
      if (pin && cpus.isEmpty()) {
        throw new IllegalArgumentException("threads are pinned to CPUs, and none are given");
      }
    }

    /** With the best method of persistent memory, should it be written. */
    public Options(
        int continueOnError,
        boolean ioPoll,
        boolean pin,
        boolean spin,
        CpuList cpus,
        long stampRun) {
      this(continueOnError, ioPoll, pin, spin, cpus, stampRun, null);
    }

    /** The same on other CPUs. */
    public Options on(CpuList others, boolean pinned) {
      return new Options(continueOnError, ioPoll, pinned, spin, others, stampRun, pmemMethod);
    }

    /** The same, polled for or waited for. */
    public Options polled(boolean poll) {
      return new Options(continueOnError, poll, pin, spin, cpus, stampRun, pmemMethod);
    }

    /** The same, by this method of persistent memory. */
    public Options by(PmemMethod method) {
      return new Options(continueOnError, ioPoll, pin, spin, cpus, stampRun, method);
    }
  }

  /**
   * Streams that do the same.
   *
   * @param first index of the first among all streams
   */
  public record Group(int first, List<Stream> streams) {
    public Group {
      streams = List.copyOf(streams);
    }

    /** Any of them, for what they have in common. */
    public Stream one() {
      return streams.get(0);
    }

    public int size() {
      return streams.size();
    }
  }

  /** The groups, in the order of the streams. */
  public List<Group> groups() {
    return grouped(streams);
  }

  private static List<Group> grouped(List<Stream> streams) {
    List<Group> groups = new ArrayList<>();
    int first = 0;
    for (int next = 1; next <= streams.size(); next++) {
      if (next == streams.size() || !streams.get(next).name().equals(streams.get(first).name())) {
        groups.add(new Group(first, streams.subList(first, next)));
        first = next;
      }
    }
    return groups;
  }

  private static void checkGroups(List<Group> groups) {
    long names = groups.stream().map(group -> group.one().name()).distinct().count();
    if (names < groups.size()) {
      throw new IllegalArgumentException("the streams of one group stand together");
    }
    for (Group group : groups) {
      if (!group.streams().stream().allMatch(group.one()::isLike)) {
        throw new IllegalArgumentException(
            "the streams of group " + group.one().name() + " do not do the same");
      }
    }
  }
}
