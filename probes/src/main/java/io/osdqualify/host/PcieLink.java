package io.osdqualify.host;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Speed and width of a PCIe link (Linux, Documentation/ABI/testing/sysfs-bus-pci).
 *
 * @param gigatransfers a second and lane
 * @param lanes how many
 */
record PcieLink(double gigatransfers, int lanes) {

  private static final Pattern SPEED = Pattern.compile("(\\d{1,3}(?:\\.\\d)?) GT/s.*");

  /** As it is now. */
  static Optional<PcieLink> current(Path device) {
    return read(device, "current");
  }

  /** What this end could do. */
  static Optional<PcieLink> most(Path device) {
    return read(device, "max");
  }

  private static Optional<PcieLink> read(Path device, String which) {
    String speed = HostFiles.line(device.resolve(which + "_link_speed"));
    Long width = HostFiles.number(device.resolve(which + "_link_width"));
    if (speed == null || width == null || width < 1 || width > 32) {
      return Optional.empty();
    }
    Matcher matcher = SPEED.matcher(speed);
    return matcher.matches()
        ? Optional.of(new PcieLink(Double.parseDouble(matcher.group(1)), width.intValue()))
        : Optional.empty();
  }

  /** The most that two ends can do together. */
  PcieLink with(PcieLink other) {
    return new PcieLink(Math.min(gigatransfers, other.gigatransfers), Math.min(lanes, other.lanes));
  }

  boolean isLessThan(PcieLink other) {
    return gigatransfers < other.gigatransfers || lanes < other.lanes;
  }

  @Override
  public String toString() {
    return gigatransfers + " GT/s x" + lanes;
  }
}
