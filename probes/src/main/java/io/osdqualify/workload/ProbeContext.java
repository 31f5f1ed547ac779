package io.osdqualify.workload;

import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Tier;

/**
 * What probes need to know of the run.
 *
 * @param switchCache whether the drive's write cache may be switched off for a phase, and can be
 * @param progress of a phase that an earlier process began
 * @param host what there is for loads that are run in several ways
 */
public record ProbeContext(
    Area area, Asked asked, Means means, boolean switchCache, Progress progress, HostChoices host) {

  /**
   * What may be touched.
   *
   * @param offset start of the range in bytes
   * @param length its length
   * @param logicalBlockBytes smallest block of the target
   */
  public record Area(long offset, long length, int logicalBlockBytes) {}

  /**
   * What the user asked for.
   *
   * @param osds OSDs that will share the device
   * @param tier that is judged
   * @param scope values of the profile's names
   * @param quick {@code --quick}: the profile's quick times
   * @param seed of the run
   */
  public record Asked(int osds, Tier tier, Expression.Scope scope, boolean quick, long seed) {}

  /**
   * What it is done with.
   *
   * @param features what the engine can do here
   * @param options how it runs every phase
   */
  public record Means(EngineChoice engine, EngineFeatures features, Workload.Options options) {}

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
  public ProbeContext(Area area, Asked asked, Means means) {
    this(area, asked, means, false, Progress.NONE, HostChoices.UNKNOWN);
  }

  public long rangeOffset() {
    return area.offset();
  }

  public long rangeLength() {
    return area.length();
  }

  public int logicalBlockBytes() {
    return area.logicalBlockBytes();
  }

  public int osds() {
    return asked.osds();
  }

  public Tier tier() {
    return asked.tier();
  }

  public Expression.Scope scope() {
    return asked.scope();
  }

  public boolean quick() {
    return asked.quick();
  }

  public long seed() {
    return asked.seed();
  }

  public EngineChoice engine() {
    return means.engine();
  }

  public EngineFeatures features() {
    return means.features();
  }

  public Workload.Options options() {
    return means.options();
  }

  /** The same on the beginning of the range. */
  ProbeContext within(long length) {
    Area first = new Area(area.offset(), length, area.logicalBlockBytes());
    return new ProbeContext(first, asked, means, switchCache, progress, host);
  }

  /** The same on this host. */
  public ProbeContext on(HostChoices choices) {
    return new ProbeContext(area, asked, means, switchCache, progress, choices);
  }

  /**
   * The same with what holds before the run.
   *
   * @param maySwitch whether the drive's write cache may be switched
   * @param done of a phase that an earlier process began
   */
  public ProbeContext after(boolean maySwitch, Progress done) {
    return new ProbeContext(area, asked, means, maySwitch, done, host);
  }
}
