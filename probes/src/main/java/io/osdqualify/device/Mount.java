package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One line of /proc/PID/mountinfo, proc_pid_mountinfo(5).
 *
 * @param device of the file system; an anonymous one (major 0) for btrfs, tmpfs, overlay …
 * @param point where it is mounted
 * @param type of the file system
 * @param source what was mounted, mostly a path
 */
record Mount(DeviceNumber device, String point, String type, String source) {

  /** The separator that ends the optional fields. */
  private static final String SEPARATOR = "-";

  private static final int FIRST_OPTIONAL = 6;

  /** All mounts of a table; lines that are none are left out. */
  static List<Mount> parse(String mountInfo) {
    return mountInfo.lines().map(Mount::parseLine).flatMap(Optional::stream).toList();
  }

  private static Optional<Mount> parseLine(String line) {
    List<String> fields = List.of(line.strip().split(" ", -1));
    List<String> tail = new ArrayList<>();
    for (int i = FIRST_OPTIONAL; i < fields.size(); i++) {
      if (fields.get(i).equals(SEPARATOR)) {
        tail.addAll(fields.subList(i + 1, fields.size()));
        break;
      }
    }
    DeviceNumber device = fields.size() > 4 ? DeviceNumber.parse(fields.get(2)) : null;
    if (device == null || tail.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        new Mount(
            device,
            KernelText.unescape(fields.get(4)),
            tail.get(0),
            KernelText.unescape(tail.get(1))));
  }

  /** Whether the machine itself runs from it. */
  boolean isSystem() {
    return point.equals("/")
        || point.equals("/usr")
        || point.equals("/var")
        || point.equals("/efi")
        || point.equals("/boot")
        || point.startsWith("/boot/");
  }
}
