package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What one stream did: shows the spread between the slowest and the fastest. */
public record StreamResult(
    int stream,
    long operations,
    long bytes,
    @JsonProperty("mean_ns") double meanNs,
    @JsonProperty("min_ns") long minNs,
    @JsonProperty("max_ns") long maxNs) {}
