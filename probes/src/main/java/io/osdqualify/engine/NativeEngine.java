package io.osdqualify.engine;

import com.sun.jna.Memory;
import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.OqLibrary.FeaturesStruct;
import io.osdqualify.engine.OqLibrary.JobSpec;
import io.osdqualify.engine.OqLibrary.StreamSpec;
import java.nio.charset.StandardCharsets;

/** The engine in C, through JNA. Loaded at most once a process. */
public final class NativeEngine implements Engine {

  /** Room for one line of the engine. */
  static final int MESSAGE_BYTES = 512;

  /**
   * Loads the native library.
   *
   * @throws EngineException where that fails; the message says what to do
   */
  public NativeEngine() {
    OqLibrary.load();
  }

  @Override
  public EngineFeatures features() {
    FeaturesStruct features = new FeaturesStruct();
    features.stamp();
    check(OqLibrary.oq_features_read(features), "features");
    return new EngineFeatures(
        features.io_uring == 1,
        features.io_uring == 1 ? "" : Errno.name(features.io_uring_error),
        features.rwf_dsync == 1,
        features.clock_cost_ps / 1000.0);
  }

  @Override
  public EngineJob start(WritePermit permit, Workload workload) {
    byte[] message = new byte[MESSAGE_BYTES];
    JobSpec job = jobSpec(permit, workload);
    long handle;
    try (Memory streams = streamSpecs(workload)) {
      handle = OqLibrary.oq_job_start(job, streams, message, message.length);
    }
    if (handle <= 0) {
      throw new EngineException(
          "the engine can't start: " + text(message) + " (" + Errno.name((int) -handle) + ")");
    }
    return new NativeJob(handle, workload.streams().size());
  }

  private static JobSpec jobSpec(WritePermit permit, Workload workload) {
    JobSpec job = new JobSpec();
    job.stamp();
    job.fd = permit.fd();
    job.backend = workload.backend().code();
    job.streams = workload.streams().size();
    job.continue_on_error = workload.continueOnError();
    job.permit_offset = permit.rangeOffset();
    job.permit_length = permit.rangeLength();
    job.ramp_ns = workload.ramp().toNanos();
    job.duration_ns = workload.maxDuration().toNanos();
    job.max_bytes = workload.maxBytes();
    job.writable = 1;
    return job;
  }

  private static Memory streamSpecs(Workload workload) {
    int size = new StreamSpec().size();
    Memory memory = new Memory((long) size * workload.streams().size());
    for (int i = 0; i < workload.streams().size(); i++) {
      StreamSpec spec = streamSpec(workload.streams().get(i));
      spec.write();
      memory.write((long) i * size, spec.getPointer().getByteArray(0, size), 0, size);
    }
    return memory;
  }

  private static StreamSpec streamSpec(Stream stream) {
    StreamSpec spec = new StreamSpec();
    spec.stamp();
    spec.operation = stream.operation().code();
    spec.pattern = stream.pattern().code();
    spec.durability =
        switch (stream.durability()) {
          case NONE -> 1;
          case DSYNC -> 2;
          case FDATASYNC -> 3;
        };
    spec.block_bytes = stream.blockBytes();
    spec.depth = stream.depth();
    spec.region_offset = stream.offset();
    spec.region_length = stream.length();
    spec.seed = stream.seed();
    return spec;
  }

  static void check(int result, String what) {
    if (result < 0) {
      throw new EngineException("engine: " + what + ": " + Errno.name(-result));
    }
  }

  /** A C string out of a buffer. */
  static String text(byte[] buffer) {
    int end = 0;
    while (end < buffer.length && buffer[end] != 0) {
      end++;
    }
    return new String(buffer, 0, end, StandardCharsets.UTF_8);
  }
}
