package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a phase did, so that the number can be understood without the profile. Where it has several
 * groups of streams, all but {@code streams} and {@code backend} is of the first group.
 *
 * @param operation write, read or mixed
 * @param pattern sequential or random
 * @param durability none, dsync, fdatasync, fsync, buffered, fsync-behind or chain
 * @param blockBytes the first size where there are several
 * @param streams of all groups together
 * @param depth operations in flight per stream
 * @param regionBytes ring or region of each stream
 * @param backend what ran it: psync, io_uring, libaio or pmem
 * @param seed of the first stream
 * @param backendUsed what the backend could use, as {@code registered-buffers}; absent in results
 *     of an older program
 * @param streamGroups everything on each group; absent in results of an older program
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
    long seed,
    @Nullable List<String> backendUsed,
    @Nullable List<StreamGroup> streamGroups) {

  public WorkloadDescription {
    backendUsed = backendUsed == null ? null : List.copyOf(backendUsed);
    streamGroups = streamGroups == null ? null : List.copyOf(streamGroups);
  }

  /** Operations that may be in flight at a time, all streams together. */
  public long slots() {
    return streamGroups == null
        ? (long) streams * depth
        : streamGroups.stream().mapToLong(group -> (long) group.streams() * group.depth()).sum();
  }
}
