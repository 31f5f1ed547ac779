package io.osdqualify.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The link of a drive. A PCIe link also slows down to save power, so that only a width, or a speed
 * under load, tells of a fault.
 *
 * @param kind pcie or sata
 * @param speed now, with its unit, as {@code 8.0 GT/s}
 * @param maxSpeed that the drive can
 * @param width lanes now; absent for SATA
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DriveLink(
    String kind,
    @Nullable String speed,
    @Nullable String maxSpeed,
    @Nullable Integer width,
    @Nullable Integer maxWidth,
    boolean reduced) {

  private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?).*");

  static DriveLink of(
      String kind,
      @Nullable String speed,
      @Nullable String maxSpeed,
      @Nullable Integer width,
      @Nullable Integer maxWidth) {
    boolean slow = number(speed) > 0 && number(speed) < number(maxSpeed);
    boolean narrow = width != null && maxWidth != null && width < maxWidth;
    return new DriveLink(kind, speed, maxSpeed, width, maxWidth, slow || narrow);
  }

  private static double number(@Nullable String text) {
    Matcher matcher = NUMBER.matcher(text == null ? "" : text);
    return matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
  }
}
