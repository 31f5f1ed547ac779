package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/** CPU time of the engine's worker threads while counting. */
public record CpuUse(
    @JsonProperty("user_s") double userSeconds, @JsonProperty("system_s") double systemSeconds) {}
