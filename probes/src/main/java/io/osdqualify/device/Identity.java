package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import org.jspecify.annotations.Nullable;

/**
 * All by which a target is known again: it must be the same before and after it was opened. Names
 * change when a drive is pulled and put back; these together do not stay the same then.
 *
 * @param number of the device; of the file system for a file
 * @param inode of a file; 0 for a device
 * @param folder of the device in sysfs: the port that it is plugged into
 * @param wwid tells the namespaces of one drive apart
 * @param startSector tells partitions apart
 * @param sequence the kernel's count of disks that came under a name
 */
record Identity(
    DeviceNumber number,
    long inode,
    @Nullable String folder,
    @Nullable String serial,
    @Nullable String wwid,
    @Nullable String sequence,
    long startSector,
    long size) {}
