package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The host that measured. */
public record HostFacts(
    String name,
    @Nullable String os,
    @Nullable String kernel,
    @Nullable String cpu,
    int cpus,
    @JsonProperty("memory_bytes") @Nullable Long memoryBytes,
    @Nullable String clockSource,
    @Nullable String governor,
    @Nullable String hypervisor) {}
