package io.osdqualify.device;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells block devices that are no drive of their own by the names that they give themselves. */
final class VirtualDrives {

  private record Mark(String text, String reason) {}

  /** By the kernel's name: the prefix of drivers that make disks of something else. */
  private static final List<Mark> NAMES =
      List.of(
          new Mark("loop", "a loop device"),
          new Mark("zram", "compressed memory (zram)"),
          new Mark("ram", "a RAM disk"),
          new Mark("nullb", "a null block device"),
          new Mark("nbd", "a network block device"),
          new Mark("rbd", "an RBD image"),
          new Mark("drbd", "a DRBD device"),
          new Mark("ublkb", "a user-space block device"),
          new Mark("zd", "a ZFS volume"),
          new Mark("xvd", "a disk of a hypervisor (Xen)"));

  /** By vendor and model: what hypervisors, clouds and RAID controllers write there. */
  private static final List<Mark> MODELS =
      List.of(
          new Mark("qemu", "a disk of a hypervisor (QEMU)"),
          new Mark("vmware", "a disk of a hypervisor (VMware)"),
          new Mark("vbox", "a disk of a hypervisor (VirtualBox)"),
          new Mark("msft virtual disk", "a disk of a hypervisor (Hyper-V)"),
          new Mark("msft nvme accelerator", "a disk of a hypervisor (Azure)"),
          new Mark("amazon elastic block store", "a disk of a hypervisor (Amazon EBS)"),
          new Mark("amazon ec2 nvme", "a disk of a hypervisor (Amazon EC2)"),
          new Mark("google persistentdisk", "a disk of a hypervisor (Google)"),
          new Mark("nvme_card", "a disk of a hypervisor (Google)"),
          new Mark("scsi_debug", "a disk in memory (scsi_debug)"),
          new Mark("dellemc", "a LUN of a storage array"),
          new Mark("netapp ontap", "a LUN of a storage array"),
          new Mark("pure storage", "a LUN of a storage array"),
          new Mark("lio-org", "a disk of a storage target (LIO)"),
          new Mark("perc ", "a volume of a RAID controller"),
          new Mark("megaraid", "a volume of a RAID controller"),
          new Mark("lsi mr", "a volume of a RAID controller"),
          new Mark("avago mr", "a volume of a RAID controller"),
          new Mark("avago smc", "a volume of a RAID controller"),
          new Mark("hp logical volume", "a volume of a RAID controller"),
          new Mark("hpe logical volume", "a volume of a RAID controller"),
          new Mark("adaptec", "a volume of a RAID controller"),
          new Mark("serveraid", "a volume of a RAID controller"));

  private VirtualDrives() {}

  /**
   * Why a disk is no drive of its own; null where nothing says so.
   *
   * @param vendorAndModel with one blank between; empty where unknown
   */
  static @Nullable String reason(String name, String transport, String vendorAndModel) {
    for (Mark mark : NAMES) {
      if (name.matches(mark.text() + "(\\d+|[a-z]+)")) {
        return mark.reason();
      }
    }
    if (transport.equals("virtio")) {
      return "a disk of a hypervisor (virtio)";
    }
    if (transport.startsWith("nvme-")) {
      return "a namespace of another machine (" + transport.replace("nvme-", "NVMe over ") + ")";
    }
    String text = vendorAndModel.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT) + " ";
    for (Mark mark : MODELS) {
      if (text.contains(mark.text())) {
        return mark.reason();
      }
    }
    return null;
  }
}
