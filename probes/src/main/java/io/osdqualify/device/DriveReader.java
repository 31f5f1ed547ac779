package io.osdqualify.device;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.host.HostFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads who a disk is from sysfs, and from udev's records what sysfs does not tell. */
final class DriveReader {

  private static final Pattern VIRTIO = Pattern.compile("/virtio\\d+(/|$)");
  private static final Pattern USB = Pattern.compile("/usb\\d+/");
  private static final Pattern ATA = Pattern.compile("/ata\\d+/");
  private static final Pattern ISCSI = Pattern.compile("/session\\d+/");
  private static final Pattern FIBRE_CHANNEL = Pattern.compile("/rport-\\d+:");
  private static final Pattern SAS = Pattern.compile("/(end_device|expander|port)-\\d+:");
  private static final Pattern DRIVER_NAME = Pattern.compile("([a-z]+)\\d*[a-z]*\\d*");

  private final HostFiles files;

  DriveReader(HostFiles files) {
    this.files = files;
  }

  /** Who this whole disk is. */
  Drive read(BlockNode disk) {
    Path folder = disk.folder();
    Path device = folder.resolve("device");
    UdevRecord udev = UdevRecord.read(files, disk.number());
    String transport = transport(disk, device);
    String vendor = HostFiles.line(device.resolve("vendor"));
    String model = first(HostFiles.line(device.resolve("model")), udev.get("ID_MODEL"));
    String wwid =
        first(
            HostFiles.line(folder.resolve("wwid")),
            HostFiles.line(device.resolve("wwid")),
            udev.get("ID_WWN_WITH_EXTENSION"),
            udev.get("ID_WWN"));
    String serial =
        first(
            HostFiles.line(device.resolve("serial")),
            HostFiles.line(folder.resolve("serial")),
            VitalProductData.serial(HostFiles.bytes(device.resolve("vpd_pg80"))),
            udev.get("ID_SERIAL_SHORT"),
            wwid);
    String firmware =
        first(
            HostFiles.line(device.resolve("firmware_rev")),
            HostFiles.line(device.resolve("rev")),
            HostFiles.line(device.resolve("fwrev")),
            udev.get("ID_REVISION"));
    return new Drive(
        model,
        serial,
        wwid,
        firmware,
        transport,
        cache(device, transport),
        VirtualDrives.reason(
            disk.name(),
            transport,
            (vendor == null ? "" : vendor) + " " + (model == null ? "" : model)));
  }

  private static String transport(BlockNode disk, Path device) {
    String name = disk.name();
    if (name.startsWith("nvme")) {
      String fabric = nvmeTransport(device);
      return fabric == null || fabric.equals("pcie") ? "nvme" : "nvme-" + fabric;
    }
    String path = "" + disk.folder();
    if (USB.matcher(path).find()) {
      return "usb";
    }
    if (ATA.matcher(path).find() || "ATA".equals(HostFiles.line(device.resolve("vendor")))) {
      return "sata"; // also behind a SAS controller, where SCSI says vendor ATA
    }
    if (ISCSI.matcher(path).find()) {
      return "iscsi";
    }
    if (FIBRE_CHANNEL.matcher(path).find()) {
      return "fc";
    }
    if (SAS.matcher(path).find() || Files.exists(device.resolve("sas_address"))) {
      return "sas";
    }
    if (name.startsWith("sd")) {
      return VIRTIO.matcher(path).find() ? "virtio" : "scsi";
    }
    if (VIRTIO.matcher(path).find()) {
      return "virtio";
    }
    var driver = DRIVER_NAME.matcher(name);
    return switch (driver.matches() ? driver.group(1) : name) {
      case "loop" -> "loop";
      case "zram" -> "zram";
      case "ram" -> "ram";
      case "pmem" -> "pmem";
      case "mmcblk" -> "mmc";
      case "nbd" -> "nbd";
      case "rbd" -> "rbd";
      default -> "unknown";
    };
  }

  /** Of the controller; with native multipath, of the subsystem's first controller. */
  private static @Nullable String nvmeTransport(Path device) {
    String own = HostFiles.line(device.resolve("transport"));
    if (own != null) {
      return own;
    }
    for (String entry : HostFiles.names(device)) {
      if (entry.matches("nvme\\d+")) {
        return HostFiles.line(device.resolve(entry).resolve("transport"));
      }
    }
    return null;
  }

  /**
   * The WCE bit of a SCSI or SATA drive as the sd driver read it. Behind a USB bridge the driver
   * mostly had to assume it, and of other disks sysfs knows nothing: unknown.
   */
  private static DeviceCache cache(Path device, String transport) {
    if (!transport.equals("sata") && !transport.equals("sas")) {
      return DeviceCache.UNKNOWN;
    }
    Path disks = device.resolve("scsi_disk");
    for (String entry : HostFiles.names(disks)) {
      String type = HostFiles.line(disks.resolve(entry).resolve("cache_type"));
      if (type != null) {
        // sd_cache_types of drivers/scsi/sd.c: WCE is set in the two that say write back.
        return switch (type) {
          case "write back", "write back, no read (daft)" -> DeviceCache.ENABLED;
          case "write through", "none" -> DeviceCache.DISABLED;
          default -> DeviceCache.UNKNOWN;
        };
      }
    }
    return DeviceCache.UNKNOWN;
  }

  private static @Nullable String first(@Nullable String... values) {
    for (String value : values) {
      if (value != null && !value.isBlank()) {
        return value.strip();
      }
    }
    return null;
  }
}
