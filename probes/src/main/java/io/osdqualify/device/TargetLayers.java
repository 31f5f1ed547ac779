package io.osdqualify.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the kernel counts what is done to a target.
 *
 * @param target the kernel's name of the target, as {@code nvme0n1p2} or {@code dm-3}; absent for a
 *     file
 * @param disks the kernel's names of the disks under it; empty for a file on no disk
 */
public record TargetLayers(@Nullable String target, List<String> disks) {

  public TargetLayers {
    disks = List.copyOf(disks);
  }
}
