package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel's disk statistics say of a phase, ramp included: the difference of two readings.
 *
 * @param engineWrittenBytes what the engine wrote in the same time
 * @param deviceFlushes flush requests at the device; absent where the kernel does not count them
 *     (before 5.5) or the layer passes them on uncounted
 * @param engineFlushes fdatasync calls (or O_DSYNC writes) of the engine in the same time
 */
public record DiskCounters(
    @JsonProperty("device_written_bytes") long deviceWrittenBytes,
    @JsonProperty("device_read_bytes") long deviceReadBytes,
    @JsonProperty("engine_written_bytes") long engineWrittenBytes,
    @JsonProperty("engine_read_bytes") long engineReadBytes,
    @JsonProperty("device_flushes") @Nullable Long deviceFlushes,
    @JsonProperty("engine_flushes") long engineFlushes,
    @JsonProperty("write_merges") long writeMerges) {}
