package io.osdqualify.report;

import io.osdqualify.evidence.DeviceError;
import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Value;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a drive is not fit, in an administrator's words. */
final class PlainWords {

  private PlainWords() {}

  static List<String> of(Qualification qualification) {
    List<String> words = new ArrayList<>();
    qualification.phases().stream()
        .flatMap(phase -> phase.errors().stream())
        .findFirst()
        .ifPresent(error -> words.add(deviceError(error)));
    flushes(qualification).ifPresent(words::add);
    return words;
  }

  private static String deviceError(DeviceError error) {
    return "First error: "
        + error.name()
        + " for a "
        + error.operation().key()
        + " at offset "
        + Figures.bytes(error.offset())
        + ", stream "
        + error.stream()
        + ".";
  }

  /** The finding on power-loss protection; null where there is none. */
  static @Nullable String protection(Qualification qualification) {
    return value(qualification, "plp.finding")
        .map(finding -> Figures.value(finding, Unit.WORD))
        .orElse(null);
  }

  private static Optional<String> flushes(Qualification qualification) {
    boolean missing =
        value(qualification, "plp.finding").filter(new Value.Word("missing")::equals).isPresent();
    return missing
        ? value(qualification, "flush.latency-p50")
            .filter(Value.Figure.class::isInstance)
            .map(Value.Figure.class::cast)
            .map(
                flush ->
                    "Each commit waits "
                        + Figures.time(flush.value())
                        + " for the drive's flush: no power-loss protection inferred.")
        : Optional.empty();
  }

  private static Optional<Value> value(Qualification qualification, String metric) {
    return qualification.measurements().stream()
        .filter(measurement -> measurement.metric().equals(metric))
        .map(Measurement::value)
        .findFirst();
  }
}
