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
 * @param host what there is for loads that are run in several ways
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
    Progress progress,
    HostChoices host) {

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

  /** Of a host that was not asked. */
  public ProbeContext(
      long rangeOffset,
      long rangeLength,
      int logicalBlockBytes,
      int osds,
      Expression.Scope scope,
      EngineChoice engine,
      EngineFeatures features,
      Workload.Options options,
      boolean quick,
      long seed) {
    this(
        rangeOffset,
        rangeLength,
        logicalBlockBytes,
        osds,
        scope,
        engine,
        features,
        options,
        quick,
        seed,
        false,
        Progress.NONE,
        HostChoices.UNKNOWN);
  }

  /** The same on the beginning of the range. */
  ProbeContext within(long length) {
    return new ProbeContext(
        rangeOffset,
        length,
        logicalBlockBytes,
        osds,
        scope,
        engine,
        features,
        options,
        quick,
        seed,
        switchCache,
        progress,
        host);
  }

  /** The same on this host. */
  public ProbeContext on(HostChoices choices) {
    return new ProbeContext(
        rangeOffset,
        rangeLength,
        logicalBlockBytes,
        osds,
        scope,
        engine,
        features,
        options,
        quick,
        seed,
        switchCache,
        progress,
        choices);
  }

  /**
   * The same with what holds before the run.
   *
   * @param maySwitch whether the drive's write cache may be switched
   * @param done of a phase that an earlier process began
   */
  public ProbeContext after(boolean maySwitch, Progress done) {
    return new ProbeContext(
        rangeOffset,
        rangeLength,
        logicalBlockBytes,
        osds,
        scope,
        engine,
        features,
        options,
        quick,
        seed,
        maySwitch,
        done,
        host);
  }
}
