package io.osdqualify.profile;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes until nothing is fresh any more: SNIA's write saturation test (PTS 2.0.2, WSAT).
 *
 * @param sequential whether it writes sequentially instead of anywhere
 * @param volume bytes to write; may name {@code capacity}, the length of the range
 * @param longest time after which it ends, whatever has been written
 */
public record WriteSaturationStep(
    boolean sequential,
    int blockBytes,
    InFlight inFlight,
    Expression volume,
    Duration longest,
    Conduct conduct)
    implements PlanStep {

  static final String PROBE = "write-saturation";

  /** What metrics of the part that counts begin with. */
  public static final String PLATEAU = PROBE + ".plateau";

  /** What metrics of the first level begin with. */
  public static final String FRESH = PROBE + ".fresh";

  /** Bytes written when the plateau began. */
  public static final String PLATEAU_FROM = PROBE + ".plateau-from";

  /** Bytes written at the first fall that lasted. */
  public static final String CLIFF = PROBE + ".cliff";

  /** Rate of the plateau over that of the first level. */
  public static final String RATIO = PROBE + ".cliff-ratio";

  public static final String SHAPE = PROBE + ".shape";

  /** All that it gives. */
  public static final List<String> METRICS =
      List.of(
          PLATEAU + Metrics.RATE,
          PLATEAU + Metrics.BANDWIDTH,
          PLATEAU + Metrics.MEAN,
          PLATEAU + ".latency-p99",
          PLATEAU_FROM,
          FRESH + Metrics.RATE,
          RATIO,
          CLIFF,
          SHAPE);

  static final StepBinder BINDER =
      new StepBinder(
          List.of("pattern", "block", InFlight.STREAMS, InFlight.DEPTH, "volume", "max"),
          WriteSaturationStep::bind);

  /** SNIA PTS 2.0.2: four times the capacity, or a day. */
  private static final String VOLUME = "4 * capacity";

  private static final Duration LONGEST = Duration.ofHours(24);

  @Override
  public String probe() {
    return PROBE;
  }

  @Override
  public Set<String> metrics() {
    return Set.copyOf(METRICS);
  }

  private static Optional<WriteSaturationStep> bind(
      Fields fields, Conduct conduct, StepReader reader) {
    Map<String, Boolean> patterns = new LinkedHashMap<>();
    patterns.put("random-write", false);
    patterns.put("sequential-write", true);
    boolean sequential =
        fields
            .get("pattern")
            .flatMap(node -> reader.values().word(node, "pattern", patterns))
            .orElse(false);
    int block = reader.block(fields, StepReader.COMMIT_BLOCK);
    InFlight inFlight = InFlight.read(fields, reader);
    Duration longest = StepTimes.time(fields, "max", LONGEST, reader);
    YamlNode volume =
        fields.get("volume").orElse(new YamlNode.Scalar(VOLUME, true, fields.place(), -1));
    return reader
        .volume(volume)
        .map(
            bytes -> new WriteSaturationStep(sequential, block, inFlight, bytes, longest, conduct));
  }
}
