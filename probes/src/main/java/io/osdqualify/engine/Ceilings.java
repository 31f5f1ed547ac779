package io.osdqualify.engine;

import io.osdqualify.engine.EngineJob.Snapshot;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import java.time.Duration;
import java.util.List;

/** Measures what a thread of the engine does at most. */
final class Ceilings {

  private static final String SINK = "/dev/null";
  private static final String MEMORY = "memory";

  /** Passed over before counting: caches and branch predictors are warm within milliseconds. */
  private static final Duration RAMP = Duration.ofMillis(20);

  /** A choice: fits the CPU's cache, so that memory's speed is not measured. */
  private static final Region RANGE = new Region(0, 1L << 20);

  /** Far above what counting takes, so that a machine under load does not end it. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Ceilings() {}

  static Ceiling measure(Backend backend, int depth, Duration counting) {
    String target = backend == Backend.PMEM ? MEMORY : SINK;
    int fd = open(backend);
    try {
      Stream stream = Stream.sequential("ceiling", RANGE).depth(depth).build();
      Workload workload =
          new Workload(backend, List.of(stream), RAMP, counting, 0, Workload.Options.USUAL);
      try (EngineJob job = NativeJob.start(fd, RANGE, workload)) {
        return ceiling(backend, depth, target, job);
      }
    } finally {
      OqLibrary.oq_target_close(fd);
    }
  }

  private static int open(Backend backend) {
    byte[] message = new byte[NativeEngine.MESSAGE_BYTES];
    int fd =
        backend == Backend.PMEM
            ? OqLibrary.oq_memory_open(RANGE.length(), message, message.length)
            : OqLibrary.oq_target_open(SINK, 1, message, message.length);
    if (fd < 0) {
      throw new EngineException(NativeEngine.text(message) + " (" + Errno.name(-fd) + ")");
    }
    return fd;
  }

  private static Ceiling ceiling(Backend backend, int depth, String target, EngineJob job) {
    if (!job.await(PATIENCE)) {
      job.stop();
      throw new EngineException(backend.key() + " does not end on " + target);
    }
    Snapshot end = job.snapshot();
    if (end.end() != EngineJob.End.DURATION || end.operations() == 0) {
      throw new EngineException(
          job.firstError()
              .map(error -> "the kernel refuses it on " + target + ": " + Errno.name(error.errno()))
              .or(job::fault)
              .orElse("nothing completed on " + target));
    }
    return new Ceiling(
        backend.key(),
        depth,
        target,
        end.operations() * 1e9 / end.measuredNs(),
        (double) (end.cpuUserNs() + end.cpuSystemNs()) / end.operations());
  }
}
