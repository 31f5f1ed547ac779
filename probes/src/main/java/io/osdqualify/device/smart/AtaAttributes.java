package io.osdqualify.device.smart;

import io.osdqualify.evidence.DriveAttribute;
import io.osdqualify.evidence.DriveFact;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the vendor's attributes of an ATA drive mean. Only names of smartmontools decide, never a
 * number alone: 233 is a wear indicator of one vendor and counts writes of another. Where the name
 * does not tell which way an attribute counts, wear is unknown.
 */
final class AtaAttributes {

  /**
   * Whose normalised value counts down from 100 = new, also where name and raw value count what is
   * used: smartmontools' drivedb.h and the vendors' SMART descriptions (Intel 233, Micron 202,
   * Samsung 177, Phison and Kingston 231).
   */
  private static final Set<String> VALUE_IS_LEFT =
      Set.of(
          "233 media_wearout_indicator",
          "177 wear_leveling_count",
          "231 ssd_life_left",
          "202 percent_lifetime_remain",
          "202 percent_lifetime_used",
          "202 perc_rated_life_used",
          "202 perc_rated_life_remain",
          "245 percent_life_remaining");

  /** Whose normalised value counts what is used: Western Digital and SanDisk. */
  private static final String VALUE_IS_USED = "230 media_wearout_indicator";

  /** Names that tell that wear is meant, so that it can be said why it stays unknown. */
  private static final List<String> WEAR_WORDS = List.of("wear", "life", "endurance");

  private static final Map<String, DriveFact> COUNTS =
      Map.ofEntries(
          Map.entry("reallocated_sector_ct", DriveFact.REALLOCATED),
          Map.entry("reallocated_block_count", DriveFact.REALLOCATED),
          Map.entry("retired_block_count", DriveFact.REALLOCATED),
          Map.entry("reallocate_nand_blk_cnt", DriveFact.REALLOCATED),
          Map.entry("current_pending_sector", DriveFact.PENDING),
          Map.entry("current_pending_ecc_cnt", DriveFact.PENDING),
          Map.entry("total_pending_sectors", DriveFact.PENDING),
          Map.entry("offline_uncorrectable", DriveFact.OFFLINE_UNCORRECTABLE),
          Map.entry("reported_uncorrect", DriveFact.MEDIA_ERRORS),
          Map.entry("reported_uncorrectable_errors", DriveFact.MEDIA_ERRORS),
          Map.entry("uncorrectable_error_cnt", DriveFact.MEDIA_ERRORS),
          Map.entry("udma_crc_error_count", DriveFact.CRC_ERRORS),
          Map.entry("crc_error_count", DriveFact.CRC_ERRORS),
          Map.entry("sata_crc_error_count", DriveFact.CRC_ERRORS),
          Map.entry("program_fail_count", DriveFact.PROGRAM_FAILS),
          Map.entry("program_fail_count_chip", DriveFact.PROGRAM_FAILS),
          Map.entry("program_fail_cnt_total", DriveFact.PROGRAM_FAILS),
          Map.entry("erase_fail_count", DriveFact.ERASE_FAILS),
          Map.entry("erase_fail_count_chip", DriveFact.ERASE_FAILS),
          Map.entry("erase_fail_count_total", DriveFact.ERASE_FAILS),
          Map.entry("power_on_hours", DriveFact.POWER_ON),
          Map.entry("power_cycle_count", DriveFact.POWER_CYCLES),
          Map.entry("unsafe_shutdown_count", DriveFact.UNSAFE_SHUTDOWNS),
          Map.entry("unexpect_power_loss_ct", DriveFact.UNSAFE_SHUTDOWNS),
          Map.entry("unexpected_power_loss", DriveFact.UNSAFE_SHUTDOWNS),
          Map.entry("por_recovery_count", DriveFact.UNSAFE_SHUTDOWNS));

  /** Bytes of one count; the unit is in smartmontools' name. */
  private static final Map<String, Long> WRITTEN =
      Map.of(
          "host_writes_32mib", 32L << 20,
          "total_writes_32mib", 32L << 20,
          "host_writes_mib", 1L << 20,
          "host_writes_gib", 1L << 30,
          "lifetime_writes_gib", 1L << 30,
          "total_writes_gib", 1L << 30);

  private AtaAttributes() {}

  /**
   * Notes what the attributes say.
   *
   * @param known whether smartmontools' database has the drive; null where it is not said. The
   *     names of one that it does not have are those of the commonest use of a number: a guess.
   */
  static void note(HealthNotes notes, @Nullable Boolean known) {
    String suspect = null;
    for (DriveAttribute attribute : notes.attributes()) {
      String name = attribute.name().toLowerCase(Locale.ROOT);
      Long raw = attribute.raw();
      DriveFact fact = COUNTS.get(name);
      if (fact != null) {
        notes.put(fact, raw);
      }
      written(notes, name, raw, known);
      temperature(notes, name, raw);
      if (WEAR_WORDS.stream().anyMatch(name::contains)) {
        suspect = attribute.id() + " " + attribute.name();
      }
    }
    if (notes.get(DriveFact.USED) == null && suspect != null) {
      wear(notes, known, suspect);
    }
  }

  /** The attribute that says most is used: of several the drive's end comes by that one. */
  private static void wear(HealthNotes notes, @Nullable Boolean known, String suspect) {
    if (Boolean.FALSE.equals(known)) {
      notes.missing(
          DriveFact.USED.key(),
          "smartctl's database does not have the drive: which way "
              + suspect
              + " counts is unknown");
      return;
    }
    DriveAttribute most = null;
    int highest = -1;
    for (DriveAttribute attribute : notes.attributes()) {
      int used = used(attribute);
      if (used > highest) {
        highest = used;
        most = attribute;
      }
    }
    if (most == null) {
      notes.missing(DriveFact.USED.key(), "which way " + suspect + " counts is unknown");
    } else {
      notes.used(BigInteger.valueOf(highest), "attribute " + most.id() + " " + most.name());
    }
  }

  /** Percent used; -1 where the attribute is none of wear, or its value no percentage. */
  private static int used(DriveAttribute attribute) {
    String key = attribute.id() + " " + attribute.name().toLowerCase(Locale.ROOT);
    int value = attribute.value();
    if (value < 0 || value > 100) {
      return -1;
    }
    return VALUE_IS_LEFT.contains(key) ? 100 - value : VALUE_IS_USED.equals(key) ? value : -1;
  }

  private static void written(
      HealthNotes notes, String name, @Nullable Long raw, @Nullable Boolean known) {
    boolean named = WRITTEN.containsKey(name) || name.equals("total_lbas_written");
    if (!named || raw == null || notes.get(DriveFact.WRITTEN) != null) {
      return;
    }
    if (Boolean.FALSE.equals(known)) {
      notes.missing(
          DriveFact.WRITTEN.key(),
          "smartctl's database does not have the drive: the unit of its count is unknown");
      return;
    }
    Long unit = WRITTEN.get(name);
    notes.put(
        DriveFact.WRITTEN,
        unit == null
            ? AtaStatistics.bytes(notes, raw)
            : BigInteger.valueOf(raw).multiply(BigInteger.valueOf(unit)));
  }

  private static void temperature(HealthNotes notes, String name, @Nullable Long raw) {
    if (name.equals("temperature_celsius") || name.equals("airflow_temperature_cel")) {
      notes.celsius(DriveFact.TEMPERATURE, raw);
    }
  }
}
