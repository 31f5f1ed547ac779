package io.osdqualify.evidence;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The profile that the run was planned and judged by.
 *
 * @param source {@code built-in} or the file
 * @param tier minimum or recommended
 * @param sha256 of the resolved profile's text, so that a later reader knows whether it changed
 * @param inputs as {@code osds: 4}, in the profile's order
 */
public record ProfileUse(
    String name,
    int version,
    String title,
    String tier,
    String source,
    String sha256,
    Map<String, String> inputs) {

  public ProfileUse {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }
}
