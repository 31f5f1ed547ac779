package io.osdqualify.profile;

/** How a write reaches persistent memory; the fence after it is the same for all. */
public enum PmemMethod {
  /** x86: stores past the cache (movnti). */
  NTSTORE("ntstore"),
  /** x86: stores, then each line is written back and stays in the cache. */
  CLWB("clwb"),
  /** x86: stores, then each line is written back and leaves the cache. */
  CLFLUSHOPT("clflushopt"),
  /** x86: as clflushopt, but one after the other: all that the oldest CPUs have. */
  CLFLUSH("clflush"),
  /** aarch64: stores, then each line is cleaned to the point of persistence. */
  DCCVAP("dccvap");

  private final String key;

  PmemMethod(String key) {
    this.key = key;
  }

  /** The word in profiles and metrics. */
  public String key() {
    return key;
  }
}
