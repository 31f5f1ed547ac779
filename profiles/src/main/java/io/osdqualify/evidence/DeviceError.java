package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The first device error of a phase and how many there were.
 *
 * @param errno the number, as 5
 * @param name its symbol, as {@code EIO}
 * @param operation the step that failed: write, flush or read
 */
public record DeviceError(
    int errno,
    String name,
    LatencyKind operation,
    int stream,
    @JsonProperty("offset_bytes") long offset,
    @JsonProperty("length_bytes") long length,
    Instant at,
    long count) {}
