package io.osdqualify.engine;

import java.time.Duration;
import java.util.List;

/**
 * What one phase does.
 *
 * @param ramp time before counting starts
 * @param maxDuration of counting; zero: {@code maxBytes} ends it
 * @param maxBytes of all streams together, ramp included; 0: no bound
 * @param continueOnError device errors to go on after; 0 ends at the first
 */
public record Workload(
    Backend backend,
    List<Stream> streams,
    Duration ramp,
    Duration maxDuration,
    long maxBytes,
    int continueOnError) {

  public Workload {
    streams = List.copyOf(streams);
    if (streams.isEmpty()) {
      throw new IllegalArgumentException("a workload has a stream at least");
    }
    if (maxDuration.isZero() && maxBytes == 0) {
      throw new IllegalArgumentException("a workload is bound by time or by volume");
    }
  }
}
