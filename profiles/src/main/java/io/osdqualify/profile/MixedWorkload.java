package io.osdqualify.profile;

import java.util.ArrayList;
import java.util.List;

/** What N OSDs ask of the device that they share, by the parts that run at the same time. */
public enum MixedWorkload {
  /** The write-ahead logs alone. */
  WAL("wal", true, false, false, 0),
  /** With the sync of BlueFS' own log that releases without an envelope WAL make beside each. */
  WAL_PLAIN("wal-plain", true, true, false, 0),
  /** RocksDB's compaction alone. */
  DB_COMPACTION("db-compaction", false, false, true, 0),
  /** RocksDB's reads alone. */
  DB_READ("db-read", false, false, false, 1),
  /** All three: what a device holds that has the logs and the databases. */
  WAL_DB("wal+db", true, false, true, 1),
  /** With five times the reads: RADOS gateways list buckets. */
  DB_RGW("db-rgw", true, false, true, 5);

  private final String key;
  private final boolean wal;
  private final boolean log;
  private final boolean compaction;
  private final int readFactor;

  MixedWorkload(String key, boolean wal, boolean log, boolean compaction, int readFactor) {
    this.key = key;
    this.wal = wal;
    this.log = log;
    this.compaction = compaction;
    this.readFactor = readFactor;
  }

  /** The word in profiles and metrics. */
  public String key() {
    return key;
  }

  public boolean hasWal() {
    return wal;
  }

  /** BlueFS' log, synced on its own. */
  public boolean hasLog() {
    return log;
  }

  public boolean hasCompaction() {
    return compaction;
  }

  public boolean hasReads() {
    return readFactor > 0;
  }

  /** How many times the usual reads it has; 0: none. */
  public int readFactor() {
    return readFactor;
  }

  /** Names of the groups of streams, as metrics have them. The first is the judged one. */
  public List<String> groups() {
    List<String> groups = new ArrayList<>();
    if (wal) {
      groups.add("wal");
    }
    if (log) {
      groups.add("log");
    }
    if (compaction) {
      groups.add("compaction");
      groups.add("compaction-read");
    }
    if (hasReads()) {
      groups.add("read");
    }
    return groups;
  }
}
