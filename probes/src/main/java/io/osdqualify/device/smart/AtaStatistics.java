package io.osdqualify.device.smart;

import io.osdqualify.evidence.DriveFact;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Rows of the device statistics of an ATA drive by smartmontools' names for them. */
final class AtaStatistics {

  /** In which ATA counts where the drive tells no other logical sector. */
  private static final long SECTOR_BYTES = 512;

  private AtaStatistics() {}

  static void note(HealthNotes notes, String name, @Nullable Long value) {
    if (value == null) {
      return;
    }
    switch (name) {
      case "Percentage Used Endurance Indicator" ->
          notes.used(BigInteger.valueOf(value), "ATA device statistics");
      case "Logical Sectors Written" -> notes.put(DriveFact.WRITTEN, bytes(notes, value));
      case "Logical Sectors Read" -> notes.put(DriveFact.READ, bytes(notes, value));
      case "Number of Write Commands" -> notes.put(DriveFact.WRITE_COMMANDS, value);
      case "Number of Read Commands" -> notes.put(DriveFact.READ_COMMANDS, value);
      case "Number of Reported Uncorrectable Errors" -> notes.put(DriveFact.MEDIA_ERRORS, value);
      case "Number of Reallocated Logical Sectors" -> notes.put(DriveFact.REALLOCATED, value);
      case "Number of Interface CRC Errors" -> notes.put(DriveFact.CRC_ERRORS, value);
      case "Power-on Hours" -> notes.put(DriveFact.POWER_ON, value);
      case "Lifetime Power-On Resets" -> notes.put(DriveFact.POWER_CYCLES, value);
      case "Current Temperature" -> notes.celsius(DriveFact.TEMPERATURE, value);
      case "Specified Maximum Operating Temperature" ->
          notes.celsius(DriveFact.TEMPERATURE_WARNING, value);
      default -> {
        // a row that is not a health fact
      }
    }
  }

  static BigInteger bytes(HealthNotes notes, long sectors) {
    Long block = notes.get(DriveFact.LOGICAL_BLOCK);
    return BigInteger.valueOf(sectors)
        .multiply(BigInteger.valueOf(block == null ? SECTOR_BYTES : block));
  }
}
