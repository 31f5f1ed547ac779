package io.osdqualify.evidence;

/**
 * The Ceph cluster during the run.
 *
 * @param state {@code unknown} where it was not asked or could not be: never "quiet"
 * @param reason why it is so
 */
public record ClusterFacts(String state, String reason) {

  public static ClusterFacts unknown(String reason) {
    return new ClusterFacts("unknown", reason);
  }
}
