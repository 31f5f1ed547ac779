package io.osdqualify.workload;

import io.osdqualify.engine.EngineFeatures;
import io.osdqualify.engine.Workload;
import io.osdqualify.profile.Expression;
import io.osdqualify.profile.Tier;

/**
 * What probes need to know of the run.
 *
 * @param rangeOffset start of the range in bytes
 * @param rangeLength its length
 * @param logicalBlockBytes smallest block of the target
 * @param osds OSDs that will share the device
 * @param tier that is judged
 * @param scope values of the profile's names
 * @param options how the engine runs every phase
 * @param quick {@code --quick}: the profile's quick times
 * @param seed of the run
 */
public record ProbeContext(
    long rangeOffset,
    long rangeLength,
    int logicalBlockBytes,
    int osds,
    Tier tier,
    Expression.Scope scope,
    EngineChoice engine,
    EngineFeatures features,
    Workload.Options options,
    boolean quick,
    long seed) {

  /** Of the tier that is judged where nobody asks for another one. */
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
        Tier.MINIMUM,
        scope,
        engine,
        features,
        options,
        quick,
        seed);
  }
}
