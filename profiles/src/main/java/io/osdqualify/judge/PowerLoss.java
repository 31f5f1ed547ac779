package io.osdqualify.judge;

import java.util.Optional;
import java.util.stream.Stream;

/** What can be said of a drive's power-loss protection (domain.md §5), from best to worst. */
public enum PowerLoss {
  /** A power cut was survived: the only proof. */
  PROVEN("proven", "proven by a power cut", "proven by a power cut"),
  /** The drive declares no volatile cache: a claim, not a proof. */
  DECLARED("declared", "declared", "declared: the drive says that it has no volatile cache"),
  /** Commits and flushes are as fast as only protected drives are. */
  LIKELY("likely", "likely", "likely"),
  /** The figures lie between those of protected and of other drives. */
  INDETERMINATE("indeterminate", "indeterminate", "indeterminate: the figures fit both"),
  /** A layer between, or no figures. */
  UNKNOWN("unknown", "unknown", "unknown"),
  /** Flushes cost what they cost without protection. */
  MISSING("missing", "missing", "missing, or a firmware that flushes fully"),
  /** The drive seems to do nothing on a flush. */
  IGNORED(
      "ignored",
      "none, the drive seems to ignore flushes",
      "flushes are possibly ignored by the drive"),
  /** The kernel keeps flushes from a volatile cache. */
  DROPPED(
      "dropped",
      "none, the kernel drops the flushes",
      "flushes are dropped before they reach the drive's volatile cache");

  private final String key;
  private final String brief;
  private final String words;

  PowerLoss(String key, String brief, String words) {
    this.key = key;
    this.brief = brief;
    this.words = words;
  }

  /** The word in results and profiles. */
  public String key() {
    return key;
  }

  /** For a verdict's one line. */
  String brief() {
    return brief;
  }

  /** What it means, for a sentence. */
  public String words() {
    return words;
  }

  /** Whether it follows from the configuration alone, so that a disturbed run changes nothing. */
  boolean restsOnFactsAlone() {
    return this == DROPPED || this == PROVEN;
  }

  /** By its word; empty where there is no such finding. */
  static Optional<PowerLoss> of(String key) {
    return Stream.of(values()).filter(finding -> finding.key.equals(key)).findFirst();
  }
}
