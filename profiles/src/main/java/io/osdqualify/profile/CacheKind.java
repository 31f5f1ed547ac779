package io.osdqualify.profile;

/** Which cache commits through the device. */
public enum CacheKind {
  /** A write of data, then one of the journal with a flush before it and FUA. */
  BCACHE("bcache"),
  /** Writes of data and metadata, a flush, then the superblock's write with FUA. */
  WRITECACHE("writecache");

  private final String key;

  CacheKind(String key) {
    this.key = key;
  }

  /** The word in profiles and metrics. */
  public String key() {
    return key;
  }
}
