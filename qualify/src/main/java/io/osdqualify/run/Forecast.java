package io.osdqualify.run;

import io.osdqualify.evidence.PlannedPhase;
import java.util.List;

/**
 * What was announced, and how long it is expected to take within its bounds.
 *
 * @param expectedSeconds of all its repetitions, ramps and pauses included
 */
record Forecast(PlannedPhase announced, double expectedSeconds) {

  static double seconds(List<Forecast> forecasts) {
    return forecasts.stream().mapToDouble(Forecast::expectedSeconds).sum();
  }
}
