package io.osdqualify.device;

import io.osdqualify.host.DeviceNumber;
import io.osdqualify.host.HostFiles;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What udev keeps of a device in /run/udev/data/bMAJ:MIN. Only ever a last resort: it is not there
 * in many containers, and it can be older than the device.
 */
record UdevRecord(Map<String, String> properties) {

  UdevRecord {
    properties = Map.copyOf(properties);
  }

  static UdevRecord read(HostFiles files, DeviceNumber number) {
    String text = HostFiles.text(files.at("run", "udev", "data", "b" + number));
    return text == null ? new UdevRecord(Map.of()) : parse(text);
  }

  /** Takes the lines {@code E:KEY=value}. */
  static UdevRecord parse(String text) {
    Map<String, String> properties = new TreeMap<>();
    text.lines()
        .filter(line -> line.startsWith("E:") && line.indexOf('=') > 2)
        .forEach(
            line ->
                properties.put(
                    line.substring(2, line.indexOf('=')),
                    line.substring(line.indexOf('=') + 1).strip()));
    return new UdevRecord(properties);
  }

  @Nullable String get(String key) {
    String value = properties.get(key);
    return value == null || value.isEmpty() ? null : value;
  }
}
