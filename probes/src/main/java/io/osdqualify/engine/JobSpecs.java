package io.osdqualify.engine;

import com.sun.jna.Memory;
import io.osdqualify.engine.OqLibrary.JobSpec;
import io.osdqualify.engine.OqLibrary.StreamSpec;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.PmemMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a workload down as the engine's structs. */
final class JobSpecs {

  private static final int JOB_IOPOLL = 1;
  private static final int JOB_PIN = 2;
  private static final int JOB_SPIN = 4;

  private static final int DURABILITY_CHAIN = 6;
  private static final int DURABILITY_BEHIND = 7;

  private static final int STEP_WRITE = 1;
  private static final int STEP_FDATASYNC = 2;
  private static final int STEP_FSYNC = 3;
  private static final int STEP_DSYNC = 1;
  private static final int STEP_JOURNAL = 2;

  private JobSpecs() {}

  static JobSpec job(int fd, Region permit, Workload workload) {
    JobSpec job = new JobSpec();
    job.stamp();
    job.fd = fd;
    job.backend = workload.backend().code();
    job.streams = workload.streams().size();
    job.continue_on_error = workload.options().continueOnError();
    job.permit_offset = permit.offset();
    job.permit_length = permit.length();
    job.ramp_ns = workload.ramp().toNanos();
    job.duration_ns = workload.maxDuration().toNanos();
    job.max_bytes = workload.maxBytes();
    job.writable = workload.streams().stream().anyMatch(Stream::isWriting) ? 1 : 0;
    job.flags = flags(workload.options());
    job.pmem_method =
        workload.backend() == Backend.PMEM ? code(workload.options().pmemMethod()) : 0;
    job.stamp_run = workload.options().stampRun();
    workload.options().cpus().numbers().forEach(cpu -> job.cpus[cpu / 64] |= 1L << cpu % 64);
    return job;
  }

  /** OQ_PMEM_*; 0: the best that the CPU has. */
  private static int code(@Nullable PmemMethod method) {
    if (method == null) {
      return 0;
    }
    return switch (method) {
      case NTSTORE -> 1;
      case CLWB -> 2;
      case CLFLUSHOPT -> 3;
      case DCCVAP -> 4;
      case CLFLUSH -> 5;
    };
  }

  private static int flags(Workload.Options options) {
    return (options.ioPoll() ? JOB_IOPOLL : 0)
        | (options.pin() ? JOB_PIN : 0)
        | (options.spin() ? JOB_SPIN : 0);
  }

  static Memory streams(Workload workload) {
    int size = new StreamSpec().size();
    Memory memory = new Memory((long) size * workload.streams().size());
    for (int i = 0; i < workload.streams().size(); i++) {
      StreamSpec spec = stream(workload.streams().get(i));
      spec.write();
      memory.write((long) i * size, spec.getPointer().getByteArray(0, size), 0, size);
    }
    return memory;
  }

  static StreamSpec stream(Stream stream) {
    StreamSpec spec = new StreamSpec();
    spec.stamp();
    spec.pattern = stream.pattern().code();
    spec.arrival = arrival(stream.arrival());
    spec.depth = stream.depth();
    spec.read_permille = stream.readPermille();
    spec.data_permille = stream.dataPermille();
    spec.verify = stream.verify().code();
    spec.mix_count = stream.blocks().size();
    for (int i = 0; i < spec.mix_count; i++) {
      spec.mix[2 * i] = stream.blocks().get(i).bytes();
      spec.mix[2 * i + 1] = stream.blocks().get(i).weight();
    }
    writes(spec, stream.writes());
    spec.region_offset = stream.region().offset();
    spec.region_length = stream.region().length();
    spec.journal_offset = stream.journal().offset();
    spec.journal_length = stream.journal().length();
    spec.seed = stream.seed();
    spec.rate_hz = stream.arrival().rate();
    return spec;
  }

  private static int arrival(Arrival arrival) {
    if (arrival instanceof Arrival.Fixed) {
      return 2;
    }
    return arrival.isOpen() ? 3 : 1;
  }

  private static void writes(StreamSpec spec, Writes writes) {
    spec.flush_every = writes.flushEvery();
    if (writes instanceof Writes.Plain plain) {
      spec.durability = code(plain.durability());
    } else if (writes instanceof Writes.Behind) {
      spec.durability = DURABILITY_BEHIND;
    } else if (writes instanceof Writes.Chain chain) {
      spec.durability = DURABILITY_CHAIN;
      spec.step_count = chain.steps().size();
      steps(spec.steps, chain.steps());
    }
  }

  private static int code(Durability durability) {
    return switch (durability) {
      case NONE -> 1;
      case DSYNC -> 2;
      case FDATASYNC -> 3;
      case FSYNC -> 4;
      case BUFFERED -> 5;
    };
  }

  private static void steps(int[] to, List<Writes.Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      Writes.Step step = steps.get(i);
      if (step instanceof Writes.Step.Write write) {
        to[3 * i] = STEP_WRITE;
        to[3 * i + 1] = write.blockBytes();
        to[3 * i + 2] = (write.dsync() ? STEP_DSYNC : 0) | (write.journal() ? STEP_JOURNAL : 0);
      } else {
        to[3 * i] = step instanceof Writes.Step.DataSync ? STEP_FDATASYNC : STEP_FSYNC;
      }
    }
  }
}
