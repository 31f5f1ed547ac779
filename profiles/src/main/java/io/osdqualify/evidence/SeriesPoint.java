package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * About one second of a phase, for one latency kind.
 *
 * @param endSeconds end of the interval, in seconds since counting started
 * @param seconds length of the interval: rates are per this, not per nominal second
 * @param operations that completed in it
 * @param bytes of those operations
 * @param meanNs absent where nothing completed
 */
public record SeriesPoint(
    @JsonProperty("end_s") double endSeconds,
    @JsonProperty("length_s") double seconds,
    long operations,
    long bytes,
    @JsonProperty("mean_ns") @Nullable Double meanNs,
    @JsonProperty("p99_ns") @Nullable Long p99Ns,
    @JsonProperty("max_ns") @Nullable Long maxNs) {}
