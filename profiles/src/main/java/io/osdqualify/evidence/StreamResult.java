package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What one stream did: shows the spread between the slowest and the fastest.
 *
 * @param errors device errors that it met; absent in results of an older program
 * @param unserved open loop: operations that were due and had not started when counting ended
 */
public record StreamResult(
    int stream,
    long operations,
    long bytes,
    @JsonProperty("mean_ns") double meanNs,
    @JsonProperty("min_ns") long minNs,
    @JsonProperty("max_ns") long maxNs,
    @Nullable Long errors,
    @Nullable Long unserved) {}
