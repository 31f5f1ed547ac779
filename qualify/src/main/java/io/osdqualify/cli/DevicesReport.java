package io.osdqualify.cli;

import io.osdqualify.device.DriveListing;
import java.util.List;

/**
 * What {@code osd-qualify devices} tells, in the form of its JSON: docs/devices.schema.json.
 *
 * @param schema of the JSON
 * @param drives of this machine, in the kernel's order
 */
record DevicesReport(String schema, List<DriveListing> drives) {

  static final String SCHEMA = "osd-qualify/devices/1";

  DevicesReport {
    drives = List.copyOf(drives);
  }

  static DevicesReport of(List<DriveListing> drives) {
    return new DevicesReport(SCHEMA, drives);
  }
}
