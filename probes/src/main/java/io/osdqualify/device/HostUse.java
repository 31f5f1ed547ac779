package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this machine uses block devices and files for, holders apart: those are in the tree.
 *
 * @param mounts by the number of the device; those of file systems with an anonymous number are
 *     there once more with the number of their source
 * @param resume the device that hibernation wakes up from; absent where there is none
 * @param osds links of this host's OSDs, running or not
 * @param openFiles processes that have the target, or what is on it, open
 * @param foreignProcessNamespace whether processes outside a container can't be seen from here
 */
record HostUse(
    List<Mount> mounts,
    List<SwapUse> swaps,
    List<LoopUse> loops,
    @Nullable DeviceNumber resume,
    List<OsdLink> osds,
    List<OpenFile> openFiles,
    boolean foreignProcessNamespace) {

  HostUse {
    mounts = List.copyOf(mounts);
    swaps = List.copyOf(swaps);
    loops = List.copyOf(loops);
    osds = List.copyOf(osds);
    openFiles = List.copyOf(openFiles);
  }
}
