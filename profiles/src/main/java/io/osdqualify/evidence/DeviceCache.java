package io.osdqualify.evidence;

import com.fasterxml.jackson.annotation.JsonValue;

/** What the drive itself says of its volatile write cache. */
public enum DeviceCache {
  /** It has one and it is on. */
  ENABLED("enabled"),
  /** It has one and it is off. */
  DISABLED("disabled"),
  /** It declares that it has none. */
  NONE("none"),
  UNKNOWN("unknown");

  private final String key;

  DeviceCache(String key) {
    this.key = key;
  }

  @JsonValue
  public String key() {
    return key;
  }
}
