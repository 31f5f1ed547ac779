package io.osdqualify.profile;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a phase of commits, or of a metric of it, taken apart: {@code
 * commit.<durability>[-<variant>].streams-<n>[.<quantity>]}.
 *
 * @param variant a block other than 4 KiB, as {@code 512B}, or {@code cache-off}; else empty
 * @param streams a number, or {@code osds} in a profile
 * @param quantity as {@code iops}; empty for the phase
 */
public record CommitMetric(Durability durability, String variant, String streams, String quantity) {

  private static final Pattern FORM =
      Pattern.compile(
          "commit\\.(?<durability>none|dsync|fdatasync|fsync|buffered)"
              + "(?:-(?<variant>[1-9][0-9]*(?:B|KiB)|cache-off))?"
              + "\\.streams-(?<streams>[1-9][0-9]*|osds)"
              + "(?:\\.(?<quantity>[a-z0-9.-]+))?");

  /** Empty where the name is another one. */
  public static Optional<CommitMetric> parse(String name) {
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new CommitMetric(
            Durability.of(form.group("durability")),
            form.group("variant") == null ? "" : form.group("variant"),
            form.group("streams"),
            form.group("quantity") == null ? "" : form.group("quantity")));
  }

  /** Whether the name is a phase's. */
  public boolean isPhase() {
    return quantity.isEmpty();
  }

  /** What its phases of all numbers of streams have in common, as {@code commit.fdatasync-512B}. */
  public String workload() {
    return "commit." + durability.key() + (variant.isEmpty() ? "" : "-" + variant);
  }

  /** The phase that the metric is of, or the phase itself. */
  public String phase() {
    return workload() + ".streams-" + streams;
  }
}
