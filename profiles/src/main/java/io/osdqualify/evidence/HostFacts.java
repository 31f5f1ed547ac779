package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host that measured.
 *
 * @param deviations what about it bends the numbers, as it was before the run
 */
public record HostFacts(
    String name,
    @Nullable String os,
    @Nullable String kernel,
    @Nullable String cpu,
    int cpus,
    @JsonProperty("memory_bytes") @Nullable Long memoryBytes,
    @Nullable String clockSource,
    @Nullable String governor,
    @Nullable String hypervisor,
    List<HostDeviation> deviations) {

  public HostFacts {
    // Absent in results of an older program.
    deviations = deviations == null ? List.of() : List.copyOf(deviations);
  }

  /** The same with what was found about it. */
  public HostFacts with(List<HostDeviation> found) {
    return new HostFacts(
        name, os, kernel, cpu, cpus, memoryBytes, clockSource, governor, hypervisor, found);
  }
}
