package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A latency distribution in a few numbers. A percentile with fewer than ten samples beyond it is
 * absent; minimum and maximum are exact.
 */
public record LatencySummary(
    long count,
    long overflow,
    @JsonProperty("min_ns") long minNs,
    @JsonProperty("mean_ns") double meanNs,
    @JsonProperty("p50_ns") @Nullable Long p50Ns,
    @JsonProperty("p90_ns") @Nullable Long p90Ns,
    @JsonProperty("p95_ns") @Nullable Long p95Ns,
    @JsonProperty("p99_ns") @Nullable Long p99Ns,
    @JsonProperty("p99_9_ns") @Nullable Long p999Ns,
    @JsonProperty("p99_99_ns") @Nullable Long p9999Ns,
    @JsonProperty("p99_999_ns") @Nullable Long p99999Ns,
    @JsonProperty("max_ns") long maxNs) {}
