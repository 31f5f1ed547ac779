package io.osdqualify.device.smart;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what smartctl prints for people, also as it is pasted: indented, quoted, cut, with broken
 * bytes. A value that is no number as a whole is unknown.
 */
final class SmartctlText {

  private static final long GIGABYTE = 1_000_000_000L;

  private static final Pattern VERSION = Pattern.compile("^smartctl (\\d+\\.\\d+)\\b.*");

  /** What a paste puts before a line: blanks, marks of a quotation, a frame. */
  private static final Pattern MARGIN = Pattern.compile("^[\\s>|]+");

  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "(\\d{1,3}) (\\S+)\\s+(0x[0-9a-f]{4}|[-POSRCK+]{6,7})\\s+(\\d{1,3}|---)\\s+(\\d{1,3}|---)"
              + "\\s+(\\d{1,3}|---)\\s+(?:(?:Pre-fail|Old_age)\\s+(?:Always|Offline)\\s+)?"
              + "(\\S+)\\s+(.*)");

  /** A row of the error counter log: seven columns; the last but one is in gigabytes. */
  private static final Pattern COUNTERS =
      Pattern.compile(
          "(read|write|verify):\\s+\\d+\\s+\\d+\\s+\\d+\\s+(\\d+)\\s+\\d+\\s+([\\d.,]+)\\s+(\\d+)");

  /** A row of the device statistics: page, offset, size, value, flags, description. */
  private static final Pattern STATISTIC =
      Pattern.compile("0x\\w\\w\\s+0x\\w{3}\\s+\\d\\s+(-?\\d+)\\s+(\\S+)\\s+(\\S.*)");

  private static final Pattern HOURS = Pattern.compile("(\\d{1,9})(?:[:.]\\d+)?");

  private static final Pattern PROTECTION = Pattern.compile("Formatted with type (\\d) protection");

  private static final Pattern SECTOR =
      Pattern.compile("(\\d+) bytes(?: logical/physical|(?: logical, (\\d+) bytes physical))?");

  private static final Map<String, DriveFact> COUNTS =
      Map.ofEntries(
          Map.entry("critical warning", DriveFact.CRITICAL_WARNING),
          Map.entry("available spare", DriveFact.SPARE),
          Map.entry("available spare threshold", DriveFact.SPARE_THRESHOLD),
          Map.entry("host read commands", DriveFact.READ_COMMANDS),
          Map.entry("host write commands", DriveFact.WRITE_COMMANDS),
          Map.entry("power cycles", DriveFact.POWER_CYCLES),
          Map.entry("power on hours", DriveFact.POWER_ON),
          Map.entry("unsafe shutdowns", DriveFact.UNSAFE_SHUTDOWNS),
          Map.entry("media and data integrity errors", DriveFact.MEDIA_ERRORS),
          Map.entry("error information log entries", DriveFact.ERROR_LOG_ENTRIES),
          Map.entry("warning comp. temperature time", DriveFact.WARNING_TIME),
          Map.entry("critical comp. temperature time", DriveFact.CRITICAL_TIME),
          Map.entry("thermal temp. 1 transition count", DriveFact.THROTTLE_1_COUNT),
          Map.entry("thermal temp. 2 transition count", DriveFact.THROTTLE_2_COUNT),
          Map.entry("thermal temp. 1 total time", DriveFact.THROTTLE_1_TIME),
          Map.entry("thermal temp. 2 total time", DriveFact.THROTTLE_2_TIME),
          Map.entry("user capacity", DriveFact.CAPACITY),
          Map.entry("namespace 1 size/capacity", DriveFact.CAPACITY),
          Map.entry("total nvm capacity", DriveFact.CAPACITY),
          Map.entry("logical block size", DriveFact.LOGICAL_BLOCK),
          Map.entry("namespace 1 formatted lba size", DriveFact.LOGICAL_BLOCK),
          Map.entry("physical block size", DriveFact.PHYSICAL_BLOCK),
          Map.entry("elements in grown defect list", DriveFact.GROWN_DEFECTS),
          Map.entry("pending defect count", DriveFact.PENDING));

  private static final Map<String, DriveFact> TEMPERATURES =
      Map.of(
          "temperature", DriveFact.TEMPERATURE,
          "current drive temperature", DriveFact.TEMPERATURE,
          "drive trip temperature", DriveFact.TEMPERATURE_CRITICAL,
          "temperature sensor 1", DriveFact.SENSOR_1,
          "temperature sensor 2", DriveFact.SENSOR_2,
          "warning  comp. temp. threshold", DriveFact.TEMPERATURE_WARNING,
          "warning comp. temp. threshold", DriveFact.TEMPERATURE_WARNING,
          "critical comp. temp. threshold", DriveFact.TEMPERATURE_CRITICAL);

  private final HealthNotes notes = new HealthNotes();
  private @Nullable String vendor;
  private @Nullable String version;
  private @Nullable BigInteger readErrors;
  private @Nullable BigInteger writeErrors;
  private @Nullable BigInteger verifyErrors;
  private @Nullable Boolean known;

  private SmartctlText() {}

  static DriveHealth parse(String text) {
    SmartctlText reader = new SmartctlText();
    text.lines()
        .forEach(line -> reader.line(MARGIN.matcher(line).replaceFirst("").stripTrailing()));
    reader.notes.source(SmartctlOutput.NAME, reader.version);
    ScsiErrors.note(reader.notes, reader.readErrors, reader.writeErrors, reader.verifyErrors);
    AtaAttributes.note(reader.notes, reader.known);
    return reader.notes.health();
  }

  private void line(String line) {
    Matcher tool = VERSION.matcher(line);
    if (tool.matches()) {
      version = tool.group(1);
    } else if (attribute(line) || counters(line) || statistic(line)) {
      return;
    } else if (line.startsWith("Smartctl open device")
        || line.contains("Unable to detect device")) {
      notes.missing(SmartctlOutput.NAME, line);
    } else if (line.startsWith("number of hours powered up")) {
      hours(line.substring(line.indexOf('=') + 1));
    } else if (PROTECTION.matcher(line).matches()) {
      notes.put(DriveFact.PROTECTION_TYPE, TextNumber.parse(line.replaceAll("\\D", "")));
    } else {
      // the last keys have a colon inside: "Accumulated power on time, hours:minutes 34222:09"
      int colon = line.indexOf(line.startsWith("Accumulated power on time") ? ' ' : ':');
      if (line.startsWith("Accumulated power on time")) {
        hours(line.substring(line.lastIndexOf(' ') + 1));
      } else if (colon > 0) {
        value(key(line.substring(0, colon)), line.substring(colon + 1).strip());
      }
    }
  }

  private static String key(String text) {
    return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  private void value(String key, String value) {
    if (value.isEmpty() || value.equals("-")) {
      return;
    }
    DriveFact count = COUNTS.get(key);
    DriveFact temperature = TEMPERATURES.get(key);
    if (count != null) {
      known(count, TextNumber.parse(value), value);
    } else if (temperature != null) {
      notes.celsius(temperature, TextNumber.number(value));
    } else {
      other(key, value);
    }
  }

  private void known(DriveFact fact, @Nullable BigInteger number, String text) {
    if (number == null) {
      notes.missing(fact.key(), "\"" + text + "\" is no number");
    }
    notes.put(fact, number);
  }

  private void other(String key, String value) {
    switch (key) {
      case "device model", "model number", "model" -> notes.model(value);
      case "vendor" -> vendor = value;
      case "product" -> notes.model(vendor == null ? value : vendor + " " + value);
      case "serial number" -> notes.serial(value);
      case "firmware version", "revision" -> notes.firmware(value);
      case "percentage used" -> notes.used(TextNumber.parse(value), "NVMe health log");
      case "percentage used endurance indicator" ->
          notes.used(TextNumber.parse(value), "SCSI endurance log");
      case "data units written" -> units(DriveFact.WRITTEN, value);
      case "data units read" -> units(DriveFact.READ, value);
      case "smart overall-health self-assessment test result" -> passed(value);
      case "smart health status" -> notes.passed(value.startsWith("OK"));
      case "rotation rate" ->
          notes.put(
              DriveFact.ROTATION,
              value.startsWith("Solid State") ? BigInteger.ZERO : TextNumber.parse(value));
      case "sector size", "sector sizes" -> sectors(value);
      case "write cache is", "writeback cache is" -> cache(value);
      case "device is" -> known = !value.toLowerCase(Locale.ROOT).startsWith("not in");
      default -> {
        // a line of something else
      }
    }
  }

  private void units(DriveFact fact, String value) {
    BigInteger number = TextNumber.parse(value);
    if (number == null) {
      notes.missing(fact.key(), "\"" + value + "\" is no number");
    }
    notes.units(fact, number);
  }

  private void passed(String value) {
    if (value.startsWith("PASSED")) {
      notes.passed(true);
    } else if (value.startsWith("FAILED")) {
      notes.passed(false);
    }
  }

  private void cache(String value) {
    if (value.startsWith("Enabled")) {
      notes.cache(DeviceCache.ENABLED);
    } else if (value.startsWith("Disabled")) {
      notes.cache(DeviceCache.DISABLED);
    }
  }

  private void sectors(String value) {
    Matcher matcher = SECTOR.matcher(value);
    if (matcher.matches()) {
      String physical = matcher.group(2) == null ? matcher.group(1) : matcher.group(2);
      notes.put(DriveFact.LOGICAL_BLOCK, TextNumber.parse(matcher.group(1)));
      notes.put(DriveFact.PHYSICAL_BLOCK, TextNumber.parse(physical));
    }
  }

  private void hours(String value) {
    Matcher matcher = HOURS.matcher(value.strip());
    if (matcher.matches()) {
      notes.put(DriveFact.POWER_ON, TextNumber.parse(matcher.group(1)));
    }
  }

  private boolean attribute(String line) {
    Matcher row = ATTRIBUTE.matcher(line);
    if (!row.matches()) {
      return false;
    }
    String failed = row.group(7);
    String raw = row.group(8).strip();
    notes.attribute(
        new DriveAttribute(
            Integer.parseInt(row.group(1)),
            row.group(2),
            normalised(row.group(4)),
            normalised(row.group(5)),
            normalised(row.group(6)),
            SmartctlJson.leading(raw),
            raw,
            failed.equals("-") ? null : failed));
    return true;
  }

  private static int normalised(String text) {
    return text.startsWith("-") ? 0 : Integer.parseInt(text);
  }

  private boolean counters(String line) {
    Matcher row = COUNTERS.matcher(line);
    if (!row.matches()) {
      return false;
    }
    BigInteger corrected = TextNumber.parse(row.group(2));
    BigInteger bytes = Json.scaled(row.group(3).replace(',', '.'), GIGABYTE);
    BigInteger uncorrected = TextNumber.parse(row.group(4));
    switch (row.group(1)) {
      case "read" -> {
        readErrors = uncorrected;
        notes.put(DriveFact.READ_CORRECTED, corrected);
        notes.put(DriveFact.READ, bytes);
      }
      case "write" -> {
        writeErrors = uncorrected;
        notes.put(DriveFact.WRITE_CORRECTED, corrected);
        notes.put(DriveFact.WRITTEN, bytes);
      }
      default -> verifyErrors = uncorrected;
    }
    return true;
  }

  private boolean statistic(String line) {
    Matcher row = STATISTIC.matcher(line);
    if (!row.matches()) {
      return false;
    }
    AtaStatistics.note(notes, row.group(3), TextNumber.number(row.group(1)));
    return true;
  }
}
