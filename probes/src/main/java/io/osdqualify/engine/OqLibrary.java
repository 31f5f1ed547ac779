package io.osdqualify.engine;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;

/**
 * The functions and structs of {@code oq_engine.h}, one to one. Public only for JNA, which reads
 * the fields by reflection.
 */
@SuppressWarnings("MemberName") // names as in the C header
public final class OqLibrary {

  /** OQ_ABI_VERSION of the header that this file was written for. */
  static final int ABI_VERSION = 2;

  /** OQ_HIST_COUNTS. */
  static final int HIST_COUNTS = 4608;

  /** OQ_STALLS. */
  static final int STALLS = 100;

  /** OQ_MAX_MIX; an entry is a block and its weight. */
  private static final int MOST_BLOCKS = 16;

  /** OQ_MAX_STEPS; a step is its kind, its block and its flags. */
  private static final int MOST_STEPS = 8;

  /** OQ_MAX_CPUS / 64. */
  private static final int CPU_WORDS = 16;

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
      new VerifyStruct().size(),
      new StampStruct().size(),
      new CheckStruct().size(),
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

  static native int oq_backend_check(int backend, byte[] message, long length);

  static native int oq_self_test(Memory out, int capacity, byte[] message, long length);

  static native int oq_memory_open(long length, byte[] message, long messageLength);

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
      long job, int first, int streams, int kind, HistogramStruct out, long[] counts, int capacity);

  static native int oq_job_stream(long job, int stream, StreamStruct out);

  static native int oq_job_stalls(long job, Memory out, int capacity);

  static native int oq_job_error(long job, ErrorStruct out);

  static native int oq_job_message(long job, byte[] message, long length);

  static native int oq_job_verify(long job, VerifyStruct out);

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
    "pattern",
    "durability",
    "arrival",
    "depth",
    "read_permille",
    "flush_every",
    "data_permille",
    "verify",
    "mix_count",
    "step_count",
    "mix",
    "steps",
    "region_offset",
    "region_length",
    "journal_offset",
    "journal_length",
    "seed",
    "rate_hz"
  })
  public static final class StreamSpec extends Versioned {
    public int pattern;
    public int durability;
    public int arrival;
    public int depth;
    public int read_permille;
    public int flush_every;
    public int data_permille;
    public int verify;
    public int mix_count;
    public int step_count;
    public int[] mix = new int[2 * MOST_BLOCKS];
    public int[] steps = new int[3 * MOST_STEPS];
    public long region_offset;
    public long region_length;
    public long journal_offset;
    public long journal_length;
    public long seed;
    public double rate_hz;
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
    "flags",
    "pmem_method",
    "reserved",
    "stamp_run",
    "cpus"
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
    public int flags;
    public int pmem_method;
    public int reserved;
    public long stamp_run;
    public long[] cpus = new long[CPU_WORDS];
  }

  @FieldOrder({
    "size",
    "version",
    "state",
    "end",
    "threads_alive",
    "backend_flags",
    "now_ns",
    "started_ns",
    "measured_ns",
    "operations",
    "bytes",
    "total_bytes_written",
    "total_bytes_read",
    "total_flushes",
    "total_dsyncs",
    "errors",
    "oldest_inflight_ns",
    "cpu_user_ns",
    "cpu_system_ns",
    "unserved",
    "verified_bytes",
    "verify_errors"
  })
  public static final class SnapshotStruct extends Versioned {
    public int state;
    public int end;
    public int threads_alive;
    public int backend_flags;
    public long now_ns;
    public long started_ns;
    public long measured_ns;
    public long operations;
    public long bytes;
    public long total_bytes_written;
    public long total_bytes_read;
    public long total_flushes;
    public long total_dsyncs;
    public long errors;
    public long oldest_inflight_ns;
    public long cpu_user_ns;
    public long cpu_system_ns;
    public long unserved;
    public long verified_bytes;
    public long verify_errors;
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
    "inflight_since_ns",
    "unserved"
  })
  public static final class StreamStruct extends Versioned {
    public long operations;
    public long bytes;
    public long errors;
    public long sum_ns;
    public long min_ns;
    public long max_ns;
    public long inflight_since_ns;
    public long unserved;
  }

  @FieldOrder({
    "size",
    "version",
    "blocks",
    "count",
    "verdict",
    "stream",
    "offset",
    "expected_generation",
    "found_generation",
    "found_offset"
  })
  public static final class VerifyStruct extends Versioned {
    public long blocks;
    public long[] count = new long[6];
    public int verdict;
    public int stream;
    public long offset;
    public long expected_generation;
    public long found_generation;
    public long found_offset;
  }

  @FieldOrder({"run", "offset", "generation", "stream", "verdict"})
  public static final class StampStruct extends Structure {
    public long run;
    public long offset;
    public long generation;
    public int stream;
    public int verdict;
  }

  @FieldOrder({"name", "unit", "expected", "measured", "tolerance", "passed", "reserved"})
  public static final class CheckStruct extends Structure {
    public byte[] name = new byte[64];
    public byte[] unit = new byte[8];
    public double expected;
    public double measured;
    public double tolerance;
    public int passed;
    public int reserved;

    public CheckStruct() {}

    /** One of an array in memory. */
    CheckStruct(Pointer at) {
      super(at);
    }
  }

  @FieldOrder({
    "size",
    "version",
    "abi",
    "io_uring",
    "io_uring_error",
    "io_uring_flags",
    "rwf_dsync",
    "libaio",
    "libaio_error",
    "pmem_methods",
    "clock_cost_ps"
  })
  public static final class FeaturesStruct extends Versioned {
    public int abi;
    public int io_uring;
    public int io_uring_error;
    public int io_uring_flags;
    public int rwf_dsync;
    public int libaio;
    public int libaio_error;
    public int pmem_methods;
    public long clock_cost_ps;
  }
}
