package io.osdqualify.device;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was found on the medium.
 *
 * @param signatures of all sources
 * @param failures sources that could not be asked, each with its reason: then nothing is known
 * @param partitionType type code of the partition table entry, for a partition
 * @param partitionId unique id of the partition table entry (PARTUUID), for a partition
 */
record SignatureReading(
    List<Signature> signatures,
    List<Failure> failures,
    @Nullable String partitionType,
    @Nullable String partitionId) {

  /**
   * A source that gave no answer.
   *
   * @param cure a command that helps; absent where none is known
   */
  record Failure(String what, @Nullable String cure) {}

  SignatureReading {
    signatures = List.copyOf(signatures);
    failures = List.copyOf(failures);
  }

  /** The types, each once, in alphabetical order. */
  Set<String> types() {
    return signatures.stream().map(Signature::type).collect(Collectors.toCollection(TreeSet::new));
  }

  /** The sources that saw any, each once. */
  Set<String> sources() {
    return signatures.stream()
        .map(Signature::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
