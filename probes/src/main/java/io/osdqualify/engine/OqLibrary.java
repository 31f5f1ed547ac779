package io.osdqualify.engine;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;

/**
 * The functions and structs of {@code oq_engine.h}, one to one. Public only for JNA, which reads
 * the fields by reflection.
 */
@SuppressWarnings("MemberName") // names as in the C header
public final class OqLibrary {

  /** OQ_ABI_VERSION of the header that this file was written for. */
  static final int ABI_VERSION = 1;

  /** OQ_HIST_COUNTS. */
  static final int HIST_COUNTS = 4608;

  /** OQ_STALLS. */
  static final int STALLS = 100;

  private static final String NAME = "oq_engine";

  private static boolean loaded;

  private OqLibrary() {}

  /**
   * Loads the library, once, and checks that both sides lay their structs out alike.
   *
   * @throws EngineException where it can't be loaded or is of another version
   */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    try {
      Native.register(OqLibrary.class, NAME);
    } catch (UnsatisfiedLinkError e) {
      throw new EngineException(
          "the native engine can't be loaded: "
              + firstLine(e)
              + " (is "
              + System.getProperty("jna.tmpdir", System.getProperty("java.io.tmpdir"))
              + " writable and not mounted noexec?)",
          e);
    }
    checkLayout();
    loaded = true;
  }

  private static void checkLayout() {
    int[] ours = {
      new StreamSpec().size(),
      new JobSpec().size(),
      new SnapshotStruct().size(),
      new HistogramStruct().size(),
      new StallStruct().size(),
      new ErrorStruct().size(),
      new StreamStruct().size(),
      new FeaturesStruct().size()
    };
    int[] theirs = new int[ours.length];
    int count = oq_abi_sizes(theirs, theirs.length);
    for (int i = 0; i < ours.length; i++) {
      if (count != ours.length || ours[i] != theirs[i]) {
        throw new EngineException(
            "the native engine is of another version: struct "
                + i
                + " has "
                + theirs[i]
                + " bytes there and "
                + ours[i]
                + " here; build both again");
      }
    }
  }

  private static String firstLine(Throwable e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  static native int oq_abi_sizes(int[] sizes, int capacity);

  static native int oq_features_read(FeaturesStruct out);

  static native int oq_target_open(String path, int writable, byte[] message, long length);

  static native int oq_scratch_open(String folder, byte[] message, long length);

  static native long oq_target_size(int fd);

  static native int oq_target_allocate(int fd, long length);

  static native int oq_target_close(int fd);

  static native long oq_job_start(JobSpec job, Memory streams, byte[] message, long length);

  static native int oq_job_snapshot(long job, SnapshotStruct out);

  static native int oq_job_stop(long job);

  static native int oq_job_wait(long job, int timeoutMs);

  static native int oq_job_histogram(
      long job, int kind, HistogramStruct out, long[] counts, int capacity);

  static native int oq_job_stream(long job, int stream, StreamStruct out);

  static native int oq_job_stalls(long job, Memory out, int capacity);

  static native int oq_job_error(long job, ErrorStruct out);

  static native int oq_job_message(long job, byte[] message, long length);

  static native int oq_job_free(long job);

  /** Every struct starts with its size and the ABI version. */
  public abstract static class Versioned extends Structure {
    public int size;
    public int version;

    void stamp() {
      size = size();
      version = ABI_VERSION;
    }
  }

  @FieldOrder({
    "size",
    "version",
    "operation",
    "pattern",
    "durability",
    "block_bytes",
    "depth",
    "reserved",
    "region_offset",
    "region_length",
    "seed"
  })
  public static final class StreamSpec extends Versioned {
    public int operation;
    public int pattern;
    public int durability;
    public int block_bytes;
    public int depth;
    public int reserved;
    public long region_offset;
    public long region_length;
    public long seed;
  }

  @FieldOrder({
    "size",
    "version",
    "fd",
    "backend",
    "streams",
    "continue_on_error",
    "permit_offset",
    "permit_length",
    "ramp_ns",
    "duration_ns",
    "max_bytes",
    "writable",
    "reserved"
  })
  public static final class JobSpec extends Versioned {
    public int fd;
    public int backend;
    public int streams;
    public int continue_on_error;
    public long permit_offset;
    public long permit_length;
    public long ramp_ns;
    public long duration_ns;
    public long max_bytes;
    public int writable;
    public int reserved;
  }

  @FieldOrder({
    "size",
    "version",
    "state",
    "end",
    "threads_alive",
    "reserved",
    "now_ns",
    "started_ns",
    "measured_ns",
    "operations",
    "bytes",
    "total_bytes_written",
    "total_bytes_read",
    "total_flushes",
    "errors",
    "oldest_inflight_ns",
    "cpu_user_ns",
    "cpu_system_ns"
  })
  public static final class SnapshotStruct extends Versioned {
    public int state;
    public int end;
    public int threads_alive;
    public int reserved;
    public long now_ns;
    public long started_ns;
    public long measured_ns;
    public long operations;
    public long bytes;
    public long total_bytes_written;
    public long total_bytes_read;
    public long total_flushes;
    public long errors;
    public long oldest_inflight_ns;
    public long cpu_user_ns;
    public long cpu_system_ns;
  }

  @FieldOrder({"size", "version", "count", "overflow", "min_ns", "max_ns", "sum_ns"})
  public static final class HistogramStruct extends Versioned {
    public long count;
    public long overflow;
    public long min_ns;
    public long max_ns;
    public long sum_ns;
  }

  @FieldOrder({"at_ns", "latency_ns", "offset", "stream", "kind"})
  public static final class StallStruct extends Structure {
    public long at_ns;
    public long latency_ns;
    public long offset;
    public int stream;
    public int kind;
  }

  @FieldOrder({
    "size",
    "version",
    "error",
    "stream",
    "operation",
    "length",
    "offset",
    "at_ns",
    "count"
  })
  public static final class ErrorStruct extends Versioned {
    public int error;
    public int stream;
    public int operation;
    public int length;
    public long offset;
    public long at_ns;
    public long count;
  }

  @FieldOrder({
    "size",
    "version",
    "operations",
    "bytes",
    "errors",
    "sum_ns",
    "min_ns",
    "max_ns",
    "inflight_since_ns"
  })
  public static final class StreamStruct extends Versioned {
    public long operations;
    public long bytes;
    public long errors;
    public long sum_ns;
    public long min_ns;
    public long max_ns;
    public long inflight_since_ns;
  }

  @FieldOrder({
    "size",
    "version",
    "abi",
    "io_uring",
    "io_uring_error",
    "io_uring_flags",
    "rwf_dsync",
    "reserved",
    "clock_cost_ps"
  })
  public static final class FeaturesStruct extends Versioned {
    public int abi;
    public int io_uring;
    public int io_uring_error;
    public int io_uring_flags;
    public int rwf_dsync;
    public int reserved;
    public long clock_cost_ps;
  }
}
