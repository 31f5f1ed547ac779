package io.osdqualify.run;

import io.osdqualify.device.TargetRequest;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.Tier;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the user asks for.
 *
 * @param target where to measure
 * @param osds OSDs that will share the device
 * @param osdSize size of one OSD's data in bytes, for the capacity axis
 * @param out the run's own folder; by default named after time and target
 * @param allowCacheChange whether the drive's write cache may be switched, and is switched back
 * @param failFast whether the run ends with the first certain failure
 * @param seed of offsets and data
 */
public record RunRequest(
    TargetRequest target,
    Profile profile,
    Tier tier,
    int osds,
    Optional<Long> osdSize,
    Optional<Path> out,
    boolean quick,
    EngineRequest engine,
    boolean allowCacheChange,
    boolean failFast,
    long seed) {}
