package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a drive says of itself, by the tools that asked it. What is not there is unknown, never 0 or
 * no. These are facts; that a drive calls itself passed does not outweigh one of the others.
 *
 * @param sources who said it
 * @param passed the drive's own verdict
 * @param writeCache the drive's word on its volatile cache
 * @param usedBy where {@link DriveFact#USED} is from: a log, or the name of an attribute
 * @param attributes of an ATA drive, all of them; empty for others
 * @param missing what could not be had, and why
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DriveHealth(
    List<Tool> sources,
    @Nullable String model,
    @Nullable String serial,
    @Nullable String firmware,
    @Nullable Boolean passed,
    DeviceCache writeCache,
    Map<DriveFact, Long> facts,
    @Nullable String usedBy,
    List<DriveAttribute> attributes,
    List<Missing> missing) {

  /** Of a drive that nobody asked. */
  public static final DriveHealth UNKNOWN =
      new DriveHealth(
          List.of(),
          null,
          null,
          null,
          null,
          DeviceCache.UNKNOWN,
          Map.of(),
          null,
          List.of(),
          List.of());

  public DriveHealth {
    Map<DriveFact, Long> ordered = new EnumMap<>(DriveFact.class);
    ordered.putAll(facts);
    ordered.remove(DriveFact.OTHER);
    facts = Collections.unmodifiableMap(ordered);
    sources = List.copyOf(sources);
    attributes = List.copyOf(attributes);
    missing = List.copyOf(missing);
  }

  /** Where only a reason is known. */
  public static DriveHealth unknown(String what, String reason) {
    return UNKNOWN.and(new Missing(what, reason));
  }

  /** The number, or null where it is unknown. */
  public @Nullable Long get(DriveFact fact) {
    return facts.get(fact);
  }

  /** The attributes that test the capacitor of the power-loss protection. */
  @JsonIgnore
  public List<DriveAttribute> capacitors() {
    return attributes.stream().filter(DriveAttribute::isCapacitor).toList();
  }

  /** With one more reason. */
  public DriveHealth and(Missing reason) {
    List<Missing> more = new ArrayList<>(missing);
    more.add(reason);
    return new DriveHealth(
        sources, model, serial, firmware, passed, writeCache, facts, usedBy, attributes, more);
  }

  /** Both together; where both know a thing, this one's word stands. */
  public DriveHealth or(DriveHealth other) {
    Map<DriveFact, Long> both = new EnumMap<>(DriveFact.class);
    both.putAll(other.facts);
    both.putAll(facts);
    return new DriveHealth(
        joined(sources, other.sources),
        model != null ? model : other.model,
        serial != null ? serial : other.serial,
        firmware != null ? firmware : other.firmware,
        passed != null ? passed : other.passed,
        writeCache != DeviceCache.UNKNOWN ? writeCache : other.writeCache,
        both,
        facts.containsKey(DriveFact.USED) ? usedBy : other.usedBy,
        attributes.isEmpty() ? other.attributes : attributes,
        joined(missing, other.missing));
  }

  private static <T> List<T> joined(List<T> one, List<T> two) {
    List<T> all = new ArrayList<>(one);
    two.stream().filter(value -> !all.contains(value)).forEach(all::add);
    return all;
  }
}
