package io.osdqualify.device;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Pages of a SCSI drive's vital product data, as sysfs passes them on. */
final class VitalProductData {

  /** The unit serial number page; SPC-5, 7.7.20. */
  private static final int SERIAL_PAGE = 0x80;

  /** Peripheral, page code and a length of two bytes stand before the data. */
  private static final int HEADER_BYTES = 4;

  private VitalProductData() {}

  /** The serial of page 0x80, or null where the bytes are no such page or hold none. */
  static @Nullable String serial(byte @Nullable [] page) {
    if (page == null || page.length < HEADER_BYTES || page[1] != (byte) SERIAL_PAGE) {
      return null;
    }
    int length = (page[2] & 0xff) << 8 | (page[3] & 0xff);
    int end = Math.min(page.length, HEADER_BYTES + length);
    String text = new String(page, HEADER_BYTES, end - HEADER_BYTES, StandardCharsets.US_ASCII);
    String serial = text.replace('\0', ' ').strip();
    boolean printable = serial.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    return serial.isEmpty() || !printable ? null : serial;
  }
}
