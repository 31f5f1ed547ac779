package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The engine on this host.
 *
 * @param clockCostNs one reading of the clock, median
 * @param cpus that its threads were bound to, in the kernel's list format; absent: to none
 * @param cpusBecause why to these or to none, in words
 * @param pinned whether each thread had one CPU of its own
 * @param seed of the run: those of all streams are made of it; absent in results of an older
 *     program
 * @param ceilings what a thread can do at most, of the backends that the plan uses
 */
public record EngineFacts(
    @JsonProperty("clock_cost_ns") double clockCostNs,
    @Nullable String cpus,
    String cpusBecause,
    boolean pinned,
    @Nullable Long seed,
    List<Ceiling> ceilings) {

  public EngineFacts {
    ceilings = List.copyOf(ceilings);
  }

  /** The ceiling of a backend at a depth: only whether it is 1 or more makes a difference. */
  public Optional<Ceiling> ceiling(String backend, int depth) {
    return ceilings.stream()
        .filter(one -> one.backend().equals(backend) && (one.depth() == 1) == (depth == 1))
        .findFirst();
  }

  /**
   * What one thread does at most on the cheapest target.
   *
   * @param backend as {@code psync}
   * @param target as {@code /dev/null}
   * @param iops 4 KiB writes per second
   * @param cpuNs CPU time of a write
   */
  public record Ceiling(
      String backend,
      int depth,
      String target,
      @JsonProperty("iops_per_s") double iops,
      @JsonProperty("cpu_ns_per_operation") double cpuNs) {}
}
