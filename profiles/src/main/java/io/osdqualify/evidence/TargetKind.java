package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a target is. */
public enum TargetKind {
  DISK("disk"),
  PARTITION("partition"),
  LOGICAL_VOLUME("logical volume"),
  LOOP("loop device"),
  /** Another block device: zram, ram disk, md, crypt … */
  BLOCK("block device"),
  FILE("file"),
  /** A nameless temporary file. */
  SCRATCH("scratch file");

  private final String key;

  TargetKind(String key) {
    this.key = key;
  }

  @JsonValue
  public String key() {
    return key;
  }

  public boolean isFile() {
    return this == FILE || this == SCRATCH;
  }
}
