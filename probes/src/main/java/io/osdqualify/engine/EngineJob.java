package io.osdqualify.engine;

import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Stall;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.evidence.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A running workload. Polled about once a second; no call per operation. */
public interface EngineJob extends AutoCloseable {

  /** What has been done so far. */
  Snapshot snapshot();

  /** The counts of one kind so far, these streams merged. */
  Counts counts(LatencyKind kind, int firstStream, int streams);

  /** Asks the job to end; returns at once. */
  void stop();

  /** Waits for the end; false where it has not come within the time. */
  boolean await(Duration timeout);

  /** After the end: the slowest operations, worst first. */
  List<Stall> stalls();

  /** What each stream did. */
  List<StreamResult> streams();

  /** What was found when data was read back; empty where no stream verifies. */
  Optional<Verification> verification();

  /** The first device error. */
  Optional<FirstError> firstError();

  /** A fault that is no device error. */
  Optional<String> fault();

  /** Gives the memory back; leaves it where threads still hang in the kernel. */
  @Override
  void close();

  /** Where a job stands. */
  enum State {
    RAMP,
    MEASURE,
    ENDED,
    /** Counting is over, what was written is being read back. */
    VERIFYING
  }

  /** Why a job ended. */
  enum End {
    NONE,
    STOPPED,
    DURATION,
    BYTES,
    ERROR
  }

  /**
   * A job at one moment. Times are ns of CLOCK_MONOTONIC; the totals include the ramp, for checks
   * against the disk statistics.
   *
   * @param used what all streams could use of their backend
   * @param totalFlushes fdatasync and fsync
   * @param totalDsyncs writes that carried O_DSYNC
   * @param oldestInFlightNs start of the oldest operation in flight; 0: none
   * @param unserved open loop: operations that were due when counting ended and had not started
   */
  record Snapshot(
      State state,
      End end,
      int threadsAlive,
      Set<BackendFlag> used,
      long nowNs,
      long startedNs,
      long measuredNs,
      long operations,
      long bytes,
      long totalBytesWritten,
      long totalBytesRead,
      long totalFlushes,
      long totalDsyncs,
      long errors,
      long oldestInFlightNs,
      long cpuUserNs,
      long cpuSystemNs,
      long unserved) {

    /** How long the oldest operation in flight takes already, in seconds. */
    public double stuckSeconds() {
      return oldestInFlightNs == 0 ? 0 : (nowNs - oldestInFlightNs) / 1e9;
    }
  }

  /**
   * The first device error.
   *
   * @param atNs since the job started
   * @param count errors of the whole job
   */
  record FirstError(
      int errno,
      LatencyKind operation,
      int stream,
      long offset,
      long length,
      long atNs,
      long count) {}
}
