package io.osdqualify.profile;

import java.util.stream.Stream;

/** What makes a write durable. */
public enum Durability {
  /** A direct write only: what the drive does without a promise. */
  NONE("none"),
  /** O_DSYNC on every write: the write is the commit. */
  DSYNC("dsync"),
  /** A write, then fdatasync: both are one commit. What BlueStore does. */
  FDATASYNC("fdatasync"),
  /** A write, then fsync: both are one commit. */
  FSYNC("fsync"),
  /**
   * A write through the page cache, sync_file_range, then fdatasync: all three are one commit. What
   * BlueFS does with bluefs_buffered_io.
   */
  BUFFERED("buffered");

  private final String key;

  Durability(String key) {
    this.key = key;
  }

  public String key() {
    return key;
  }

  /** By its word. */
  static Durability of(String key) {
    return Stream.of(values()).filter(one -> one.key.equals(key)).findFirst().orElseThrow();
  }
}
