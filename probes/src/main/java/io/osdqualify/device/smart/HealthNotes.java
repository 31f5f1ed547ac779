package io.osdqualify.device.smart;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Tool;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects what one output says. A null is passed over: what is not said stays unknown. */
final class HealthNotes {

  /** An NVMe data unit: 1000 blocks of 512 B, whatever the format of the namespace. */
  private static final long DATA_UNIT_BYTES = 512_000;

  private static final int KELVIN_OF_0_CELSIUS = 273;

  private final List<Tool> sources = new ArrayList<>();
  private final Map<DriveFact, Long> facts = new EnumMap<>(DriveFact.class);
  private final List<DriveAttribute> attributes = new ArrayList<>();
  private final List<Missing> missing = new ArrayList<>();
  private @Nullable String model;
  private @Nullable String serial;
  private @Nullable String firmware;
  private @Nullable Boolean passed;
  private @Nullable String usedBy;
  private DeviceCache cache = DeviceCache.UNKNOWN;

  void source(String tool, @Nullable String version) {
    sources.add(new Tool(tool, version == null ? "unknown" : version));
  }

  void model(@Nullable String text) {
    model = model != null ? model : stripped(text);
  }

  void serial(@Nullable String text) {
    serial = serial != null ? serial : stripped(text);
  }

  void firmware(@Nullable String text) {
    firmware = firmware != null ? firmware : stripped(text);
  }

  void passed(@Nullable Boolean word) {
    passed = passed != null ? passed : word;
  }

  void cache(DeviceCache state) {
    cache = cache != DeviceCache.UNKNOWN ? cache : state;
  }

  void attribute(DriveAttribute attribute) {
    attributes.add(attribute);
  }

  List<DriveAttribute> attributes() {
    return attributes;
  }

  void missing(String what, String reason) {
    missing.add(new Missing(what, reason));
  }

  /** Takes a count; the first word on a fact stands. */
  void put(DriveFact fact, @Nullable BigInteger count) {
    if (count == null || count.signum() < 0) {
      return;
    }
    if (count.bitLength() >= Long.SIZE) {
      missing(fact.key(), "the drive says " + count + ", which can't be");
      return;
    }
    facts.putIfAbsent(fact, count.longValueExact());
  }

  void put(DriveFact fact, @Nullable Long count) {
    put(fact, count == null ? null : BigInteger.valueOf(count));
  }

  void units(DriveFact fact, @Nullable BigInteger dataUnits) {
    put(fact, dataUnits == null ? null : dataUnits.multiply(BigInteger.valueOf(DATA_UNIT_BYTES)));
  }

  /** Takes a temperature in Kelvin, where 0 stands for a sensor that is not there. */
  void kelvin(DriveFact fact, @Nullable BigInteger kelvin) {
    if (kelvin != null && kelvin.signum() > 0 && kelvin.bitLength() < Short.SIZE) {
      celsius(fact, kelvin.longValueExact() - KELVIN_OF_0_CELSIUS);
    }
  }

  /** Takes a temperature that a drive can have. */
  void celsius(DriveFact fact, @Nullable Long celsius) {
    if (celsius != null && celsius > -KELVIN_OF_0_CELSIUS && celsius < 250) {
      facts.putIfAbsent(fact, celsius);
    }
  }

  void used(@Nullable BigInteger percent, String by) {
    boolean known = facts.containsKey(DriveFact.USED);
    put(DriveFact.USED, percent);
    if (!known && facts.containsKey(DriveFact.USED)) {
      usedBy = by;
    }
  }

  @Nullable Long get(DriveFact fact) {
    return facts.get(fact);
  }

  DriveHealth health() {
    return new DriveHealth(
        sources, model, serial, firmware, passed, cache, facts, usedBy, attributes, missing);
  }

  /** Drives pad with blanks; some firmware writes NUL bytes. */
  private static @Nullable String stripped(@Nullable String text) {
    String clean = text == null ? "" : text.replace('\0', ' ').strip();
    return clean.isEmpty() || clean.toLowerCase(Locale.ROOT).equals("n/a") ? null : clean;
  }
}
