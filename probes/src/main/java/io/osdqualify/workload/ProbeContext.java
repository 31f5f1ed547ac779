package io.osdqualify.workload;

import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Expression;

/**
 * What probes need to know of the run.
 *
 * @param rangeOffset start of the range in bytes
 * @param rangeLength its length
 * @param logicalBlockBytes smallest block of the target
 * @param osds OSDs that will share the device
 * @param scope values of the profile's names
 * @param options how the engine runs every phase
 * @param quick {@code --quick}: the profile's quick times
 * @param seed of the run
 * @param switchCache whether the drive's write cache may be switched off for a phase, and can be
 * @param progress of a phase that an earlier process began
 */
public record ProbeContext(
    long rangeOffset,
    long rangeLength,
    int logicalBlockBytes,
    int osds,
    Expression.Scope scope,
    EngineChoice engine,
    EngineFeatures features,
    Workload.Options options,
    boolean quick,
    long seed,
    boolean switchCache,
    Progress progress) {

  /**
   * How far a phase had come when its process ended.
   *
   * @param phase its name; empty for none
   * @param bytes that it had written, in their order
   */
  public record Progress(String phase, long bytes) {

    /** Nothing was begun. */
    public static final Progress NONE = new Progress("", 0);
  }
}
