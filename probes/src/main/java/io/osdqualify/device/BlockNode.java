package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block device as sysfs shows it.
 *
 * @param name the kernel's, as {@code nvme0n1p2}; a '!' of sysfs is a '/' here
 * @param folder its real folder in sysfs
 * @param size in bytes
 * @param startSector of a partition, in sectors of 512 B; 0 for others
 * @param disk the disk of a partition; absent for what is no partition
 * @param slaves the devices that it is made of
 * @param holders the devices that are made of it
 * @param dmName the device-mapper name; absent for others
 * @param dmUuid the device-mapper UUID, whose prefix tells the owner: LVM-, CRYPT-, mpath- …
 * @param backingFile what a loop device shows; absent for others and for an idle one
 * @param bcache whether bcache has it registered, as cache or as backing device
 * @param sequence the kernel's diskseq: another number after each change of the disk behind the
 *     name; absent before 5.15
 */
record BlockNode(
    String name,
    DeviceNumber number,
    Path folder,
    long size,
    long startSector,
    boolean readOnly,
    boolean removable,
    boolean hidden,
    @Nullable String disk,
    List<String> slaves,
    List<String> holders,
    @Nullable String dmName,
    @Nullable String dmUuid,
    @Nullable String backingFile,
    boolean bcache,
    @Nullable String sequence) {

  BlockNode {
    slaves = List.copyOf(slaves);
    holders = List.copyOf(holders);
  }

  boolean isPartition() {
    return disk != null;
  }

  boolean isMapped() {
    return dmName != null;
  }

  boolean isLogicalVolume() {
    return dmUuid != null && dmUuid.startsWith("LVM-");
  }

  boolean isCrypt() {
    return dmUuid != null && dmUuid.startsWith("CRYPT-");
  }

  boolean isMultipath() {
    return dmUuid != null && dmUuid.startsWith("mpath-");
  }

  boolean isRaid() {
    return name.matches("md(_?.+)?") && !isMapped();
  }

  boolean isBcache() {
    return name.matches("bcache\\d+");
  }

  boolean isLoop() {
    return name.matches("loop\\d+");
  }

  /** The path that people use. */
  String path() {
    return isMapped() ? "/dev/mapper/" + dmName : "/dev/" + name;
  }

  /**
   * What it is, in words, as {@code LVM volume vg0/db0 (dm-3)}: for the sentence "X holds the
   * target".
   */
  String title() {
    if (isLogicalVolume()) {
      return "the LVM volume " + volume() + " (" + name + ")";
    }
    if (isCrypt()) {
      return "the encrypted device " + dmName + " (" + name + ")";
    }
    if (isMultipath()) {
      return "the multipath device " + dmName + " (" + name + ")";
    }
    if (isMapped()) {
      return "the device-mapper device " + dmName + " (" + name + ")";
    }
    if (isRaid()) {
      return "the md array " + name;
    }
    if (isBcache()) {
      return "the bcache device " + name;
    }
    return name;
  }

  /** {@code vg/lv} of a device-mapper name, in which LVM doubles the hyphens of the names. */
  String volume() {
    return dmName == null ? name : dmName.replaceFirst("(?<!-)-(?!-)", "/").replace("--", "-");
  }
}
