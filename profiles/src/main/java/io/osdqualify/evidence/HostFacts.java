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
    @Nullable List<HostDeviation> deviations) {

  public HostFacts {
    deviations = deviations == null ? List.of() : List.copyOf(deviations);
  }

  /** None in results of an older program. */
  @Override
  public List<HostDeviation> deviations() {
    return deviations == null ? List.of() : deviations;
  }

  /** The same with what was found about it. */
  public HostFacts with(List<HostDeviation> found) {
    return new HostFacts(
        name, os, kernel, cpu, cpus, memoryBytes, clockSource, governor, hypervisor, found);
  }
}
