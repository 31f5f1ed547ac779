package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a phase did, so that the number can be understood without the profile.
 *
 * @param operation write or read
 * @param pattern sequential or random
 * @param durability none, dsync or fdatasync
 * @param depth operations in flight per stream
 * @param regionBytes ring or region of each stream
 * @param backend what ran it: psync or io_uring
 */
public record WorkloadDescription(
    String operation,
    String pattern,
    String durability,
    @JsonProperty("block_bytes") int blockBytes,
    int streams,
    int depth,
    @JsonProperty("region_bytes") long regionBytes,
    String backend,
    String data,
    long seed) {}
