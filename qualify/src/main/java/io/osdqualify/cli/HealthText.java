package io.osdqualify.cli;

import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Missing;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What a drive says of its health, in words. */
final class HealthText {

  /** Counts of which each above 0 is worth a look, in the order of their weight. */
  private static final Map<DriveFact, String> ERRORS = new LinkedHashMap<>();

  static {
    ERRORS.put(DriveFact.MEDIA_ERRORS, "media errors");
    ERRORS.put(DriveFact.OFFLINE_UNCORRECTABLE, "sectors it can't read");
    ERRORS.put(DriveFact.PENDING, "pending sectors");
    ERRORS.put(DriveFact.REALLOCATED, "reallocated sectors");
    ERRORS.put(DriveFact.GROWN_DEFECTS, "grown defects");
    ERRORS.put(DriveFact.PROGRAM_FAILS, "failed programs");
    ERRORS.put(DriveFact.ERASE_FAILS, "failed erases");
    ERRORS.put(DriveFact.CRC_ERRORS, "CRC errors on the cable");
  }

  private final DriveHealth health;
  private final List<String> words = new ArrayList<>();

  private HealthText(DriveHealth health) {
    this.health = health;
  }

  /** The facts that are known, the heaviest first; empty where none is. */
  static List<String> words(DriveHealth health) {
    HealthText text = new HealthText(health);
    text.wear();
    text.errors();
    text.life();
    text.heat();
    return List.copyOf(text.words);
  }

  /** Why something is missing, as one text. */
  static String missing(DriveHealth health) {
    return health.missing().stream()
        .map(Missing::reason)
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private void wear() {
    Boolean passed = health.passed();
    if (passed != null) {
      words.add(passed ? "calls itself passed" : "calls itself FAILED");
    }
    Long warning = health.get(DriveFact.CRITICAL_WARNING);
    if (warning != null && warning != 0) {
      words.add("critical warning 0x" + Long.toHexString(warning));
    }
    Long used = health.get(DriveFact.USED);
    words.add(used == null ? "wear unknown" : used + " % used");
    Long spare = health.get(DriveFact.SPARE);
    Long threshold = health.get(DriveFact.SPARE_THRESHOLD);
    if (spare != null) {
      words.add(
          "spare " + spare + " %" + (threshold == null ? "" : " (limit " + threshold + " %)"));
    }
    for (DriveAttribute capacitor : health.capacitors()) {
      words.add(
          "capacitor test "
              + (capacitor.isFailed() ? "FAILED" : "value " + capacitor.value())
              + " (limit "
              + capacitor.threshold()
              + ")");
    }
  }

  private void errors() {
    List<DriveFact> known = ERRORS.keySet().stream().filter(this::isKnown).toList();
    known.stream()
        .filter(fact -> value(fact) > 0)
        .forEach(fact -> words.add(Quantity.count(value(fact)) + " " + ERRORS.get(fact)));
    if (!known.isEmpty() && known.stream().allMatch(fact -> value(fact) == 0)) {
      words.add("no errors");
    }
  }

  private void life() {
    if (isKnown(DriveFact.WRITTEN)) {
      words.add(Bytes.label(value(DriveFact.WRITTEN)) + " written");
    }
    if (isKnown(DriveFact.POWER_ON)) {
      words.add(Quantity.count(value(DriveFact.POWER_ON)) + " h on");
    }
    if (isKnown(DriveFact.UNSAFE_SHUTDOWNS)) {
      words.add(Quantity.count(value(DriveFact.UNSAFE_SHUTDOWNS)) + " unsafe shutdowns");
    }
  }

  private void heat() {
    if (isKnown(DriveFact.TEMPERATURE)) {
      words.add(value(DriveFact.TEMPERATURE) + " °C");
    }
    if (isKnown(DriveFact.CRITICAL_TIME) && value(DriveFact.CRITICAL_TIME) > 0) {
      words.add(Quantity.count(value(DriveFact.CRITICAL_TIME)) + " min critically hot so far");
    }
  }

  private boolean isKnown(DriveFact fact) {
    return health.get(fact) != null;
  }

  private long value(DriveFact fact) {
    return Objects.requireNonNull(health.get(fact), fact.key());
  }
}
