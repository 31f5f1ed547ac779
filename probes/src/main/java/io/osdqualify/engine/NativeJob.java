package io.osdqualify.engine;

import com.sun.jna.Memory;
import io.osdqualify.engine.OqLibrary.ErrorStruct;
import io.osdqualify.engine.OqLibrary.HistogramStruct;
import io.osdqualify.engine.OqLibrary.JobSpec;
import io.osdqualify.engine.OqLibrary.SnapshotStruct;
import io.osdqualify.engine.OqLibrary.StallStruct;
import io.osdqualify.engine.OqLibrary.StreamStruct;
import io.osdqualify.engine.OqLibrary.VerifyStruct;
import io.osdqualify.evidence.LatencyKind;
import io.osdqualify.evidence.Stall;
import io.osdqualify.evidence.StreamResult;
import io.osdqualify.evidence.Verification;
import io.osdqualify.evidence.Verification.BadBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A job of the native engine. */
final class NativeJob implements EngineJob {

  private static final int ETIMEDOUT = 110;
  private static final int EBUSY = 16;

  /** OQ_KIND_* in the order of the header. */
  private static final LatencyKind[] KINDS = {
    LatencyKind.COMMIT, LatencyKind.WRITE, LatencyKind.FLUSH, LatencyKind.READ, LatencyKind.RESPONSE
  };

  /** OQ_BLOCK_* in the order of the header. */
  private static final String[] VERDICTS = {
    "good", "lost", "stale", "misplaced", "torn", "corrupt"
  };

  private final long handle;
  private final Workload workload;

  private NativeJob(long handle, Workload workload) {
    this.handle = handle;
    this.workload = workload;
  }

  /**
   * Starts a job on a held descriptor.
   *
   * @param permit no byte outside of it is touched
   */
  static NativeJob start(int fd, Region permit, Workload workload) {
    byte[] message = new byte[NativeEngine.MESSAGE_BYTES];
    JobSpec job = JobSpecs.job(fd, permit, workload);
    long handle;
    try (Memory streams = JobSpecs.streams(workload)) {
      handle = OqLibrary.oq_job_start(job, streams, message, message.length);
    }
    if (handle <= 0) {
      throw new EngineException(
          "the engine can't start: "
              + NativeEngine.text(message)
              + " ("
              + Errno.name((int) -handle)
              + ")");
    }
    return new NativeJob(handle, workload);
  }

  @Override
  public Snapshot snapshot() {
    SnapshotStruct s = snapshotStruct();
    return new Snapshot(
        state(s.state),
        end(s.end),
        s.threads_alive,
        BackendFlag.of(s.backend_flags),
        s.now_ns,
        s.started_ns,
        s.measured_ns,
        s.operations,
        s.bytes,
        s.total_bytes_written,
        s.total_bytes_read,
        s.total_flushes,
        s.total_dsyncs,
        s.errors,
        s.oldest_inflight_ns,
        s.cpu_user_ns,
        s.cpu_system_ns,
        s.unserved);
  }

  private SnapshotStruct snapshotStruct() {
    SnapshotStruct s = new SnapshotStruct();
    s.stamp();
    NativeEngine.check(OqLibrary.oq_job_snapshot(handle, s), "snapshot");
    return s;
  }

  @Override
  public Counts counts(LatencyKind kind, int firstStream, int streams) {
    HistogramStruct h = new HistogramStruct();
    h.stamp();
    long[] buckets = new long[OqLibrary.HIST_COUNTS];
    NativeEngine.check(
        OqLibrary.oq_job_histogram(
            handle, firstStream, streams, code(kind), h, buckets, buckets.length),
        "histogram");
    return new Counts(buckets, h.count, h.overflow, h.min_ns, h.max_ns, h.sum_ns);
  }

  @Override
  public void stop() {
    NativeEngine.check(OqLibrary.oq_job_stop(handle), "stop");
  }

  @Override
  public boolean await(Duration timeout) {
    int result = OqLibrary.oq_job_wait(handle, (int) timeout.toMillis());
    if (result == -ETIMEDOUT) {
      return false;
    }
    NativeEngine.check(result, "wait");
    return true;
  }

  @Override
  public List<Stall> stalls() {
    int size = new StallStruct().size();
    List<Stall> stalls = new ArrayList<>();
    try (Memory memory = new Memory((long) size * OqLibrary.STALLS)) {
      int count = OqLibrary.oq_job_stalls(handle, memory, OqLibrary.STALLS);
      NativeEngine.check(count, "stalls");
      for (int i = 0; i < count; i++) {
        stalls.add(stall(memory, (long) i * size));
      }
    }
    return stalls;
  }

  private static Stall stall(Memory memory, long at) {
    return new Stall(
        memory.getLong(at) / 1e9,
        memory.getInt(at + 24),
        KINDS[memory.getInt(at + 28)],
        memory.getLong(at + 16),
        memory.getLong(at + 8));
  }

  @Override
  public List<StreamResult> streams() {
    List<StreamResult> results = new ArrayList<>();
    for (int i = 0; i < workload.streams().size(); i++) {
      StreamStruct s = new StreamStruct();
      s.stamp();
      NativeEngine.check(OqLibrary.oq_job_stream(handle, i, s), "stream");
      Long unserved =
          workload.streams().get(i).arrival().isOpen() ? Long.valueOf(s.unserved) : null;
      double mean = s.operations == 0 ? 0 : (double) s.sum_ns / s.operations;
      results.add(
          new StreamResult(i, s.operations, s.bytes, mean, s.min_ns, s.max_ns, s.errors, unserved));
    }
    return results;
  }

  @Override
  public Optional<Verification> verification() {
    if (workload.streams().stream().noneMatch(stream -> stream.verify() == Verify.CHECK)) {
      return Optional.empty();
    }
    VerifyStruct v = new VerifyStruct();
    v.stamp();
    NativeEngine.check(OqLibrary.oq_job_verify(handle, v), "verify");
    return Optional.of(
        new Verification(
            snapshotStruct().verified_bytes,
            v.blocks,
            v.count[1],
            v.count[2],
            v.count[3],
            v.count[4],
            v.count[5],
            v.verdict == 0 ? null : badBlock(v)));
  }

  private static BadBlock badBlock(VerifyStruct v) {
    return new BadBlock(
        VERDICTS[v.verdict],
        v.stream,
        v.offset,
        v.expected_generation,
        v.found_generation,
        v.found_offset);
  }

  @Override
  public Optional<FirstError> firstError() {
    ErrorStruct e = new ErrorStruct();
    e.stamp();
    int result = OqLibrary.oq_job_error(handle, e);
    NativeEngine.check(result, "error");
    if (result == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new FirstError(
            e.error,
            KINDS[e.operation],
            e.stream,
            e.offset,
            Integer.toUnsignedLong(e.length),
            e.at_ns,
            e.count));
  }

  @Override
  public Optional<String> fault() {
    byte[] message = new byte[NativeEngine.MESSAGE_BYTES];
    NativeEngine.check(OqLibrary.oq_job_message(handle, message, message.length), "message");
    String text = NativeEngine.text(message);
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  @Override
  public void close() {
    int result = OqLibrary.oq_job_free(handle);
    // Threads that hang in the kernel keep their memory until the process goes.
    if (result != -EBUSY) {
      NativeEngine.check(result, "free");
    }
  }

  /** OQ_RAMP, OQ_MEASURE, OQ_ENDED, OQ_VERIFYING. */
  private static State state(int code) {
    return switch (code) {
      case 1 -> State.RAMP;
      case 2 -> State.MEASURE;
      case 4 -> State.VERIFYING;
      default -> State.ENDED;
    };
  }

  /** OQ_END_*. */
  private static End end(int code) {
    return switch (code) {
      case 0 -> End.NONE;
      case 1 -> End.STOPPED;
      case 2 -> End.DURATION;
      case 3 -> End.BYTES;
      default -> End.ERROR;
    };
  }

  private static int code(LatencyKind kind) {
    for (int i = 0; i < KINDS.length; i++) {
      if (KINDS[i] == kind) {
        return i;
      }
    }
    throw new IllegalArgumentException("the engine keeps no histogram of kind " + kind.key());
  }
}
