package io.osdqualify.device;

import io.osdqualify.evidence.TargetFacts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Switches a drive's write cache off for a while, and on again. What is changed is noted before, so
 * that it is undone even after a kill.
 */
public final class CacheSwitch {

  private final SettingsJournal journal;

  public CacheSwitch(SettingsJournal journal) {
    this.journal = journal;
  }

  /** The cache is off as long as this is open. */
  public interface Held extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /**
   * Why the cache of a target can't be switched; empty where it can. Of NVMe drives the setting
   * belongs to the controller, and with it to all its namespaces: it is not touched.
   */
  public static Optional<String> impossible(TargetFacts target, TargetLayers layers) {
    if (layers.disks().size() != 1 || target.serial() == null) {
      return Optional.of("the target is not on one drive with a serial number");
    }
    if (!List.of("sata", "sas").contains(target.transport())) {
      return Optional.of(
          "only SATA and SAS drives are switched, this one is " + target.transport());
    }
    return switch (target.deviceCache()) {
      case ENABLED -> Optional.empty();
      case DISABLED, NONE -> Optional.of("the drive's write cache is off already");
      case UNKNOWN -> Optional.of("the drive does not tell the state of its write cache");
    };
  }

  /**
   * Switches it off.
   *
   * @throws IOException where the drive or the kernel does not take it; then nothing has changed
   */
  public Held off(WritePermit permit) throws IOException {
    String disk = permit.layers().disks().get(0);
    String serial = String.valueOf(permit.facts().serial());
    CacheSetting setting = new CacheSetting(journal.files());
    String was =
        setting
            .value(disk)
            .orElseThrow(() -> new IOException(disk + " has no write cache to be set"));
    journal.note(new SettingsJournal.Note(serial, was, CacheSetting.OFF));
    try {
      setting.write(disk, CacheSetting.OFF);
    } catch (IOException e) {
      journal.done(serial);
      throw e;
    }
    return () -> {
      setting.write(disk, was);
      journal.done(serial);
    };
  }
}
