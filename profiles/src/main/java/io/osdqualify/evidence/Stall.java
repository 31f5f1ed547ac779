package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One of the slowest operations of a phase.
 *
 * @param atSeconds completion, since counting started
 * @param offset in bytes from the start of the target
 */
public record Stall(
    @JsonProperty("at_s") double atSeconds,
    int stream,
    LatencyKind kind,
    @JsonProperty("offset_bytes") long offset,
    @JsonProperty("latency_ns") long latencyNs) {}
