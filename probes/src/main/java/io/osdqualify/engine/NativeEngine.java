package io.osdqualify.engine;

import com.sun.jna.Memory;
import io.osdqualify.device.WritePermit;
import io.osdqualify.engine.OqLibrary.CheckStruct;
import io.osdqualify.engine.OqLibrary.FeaturesStruct;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The engine in C, through JNA. Loaded at most once a process. */
public final class NativeEngine implements Engine {

  /** Room for one line of the engine. */
  static final int MESSAGE_BYTES = 512;

  /** Room for the checks of a self-test; it has about a dozen. */
  private static final int MOST_CHECKS = 256;

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
        features.io_uring == 1 ? "" : refusal(Backend.IO_URING),
        BackendFlag.of(features.io_uring_flags),
        features.rwf_dsync == 1,
        features.libaio == 1,
        features.libaio == 1 ? "" : refusal(Backend.LIBAIO),
        BackendFlag.of(features.pmem_methods),
        features.clock_cost_ps / 1000.0);
  }

  /** What forbids a backend here, in the engine's words and with the error's name. */
  private static String refusal(Backend backend) {
    byte[] message = new byte[MESSAGE_BYTES];
    int result = OqLibrary.oq_backend_check(backend.code(), message, message.length);
    return text(message) + " (" + Errno.name(-result) + ")";
  }

  @Override
  public EngineJob start(WritePermit permit, Workload workload) {
    Region range = new Region(permit.rangeOffset(), permit.rangeLength());
    return NativeJob.start(permit.fd(), range, workload);
  }

  @Override
  public Ceiling ceiling(Backend backend, int depth, Duration counting) {
    return Ceilings.measure(backend, depth, counting);
  }

  @Override
  public List<SelfCheck> selfTest() {
    byte[] message = new byte[MESSAGE_BYTES];
    int size = new CheckStruct().size();
    List<SelfCheck> checks = new ArrayList<>();
    try (Memory memory = new Memory((long) size * MOST_CHECKS)) {
      int count = OqLibrary.oq_self_test(memory, MOST_CHECKS, message, message.length);
      if (count < 0) {
        throw new EngineException(
            "the self-test can't be run: " + text(message) + " (" + Errno.name(-count) + ")");
      }
      for (int i = 0; i < Math.min(count, MOST_CHECKS); i++) {
        checks.add(check(new CheckStruct(memory.share((long) i * size))));
      }
    }
    return checks;
  }

  private static SelfCheck check(CheckStruct struct) {
    struct.read();
    return new SelfCheck(
        text(struct.name),
        text(struct.unit),
        struct.expected,
        struct.measured,
        struct.tolerance,
        struct.passed == 1);
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
