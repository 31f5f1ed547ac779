package io.osdqualify.judge;

import io.osdqualify.evidence.Measurement;
import io.osdqualify.evidence.Missing;
import io.osdqualify.evidence.Value;
import io.osdqualify.profile.Metrics;
import io.osdqualify.quantity.Unit;
import java.util.ArrayList;
import java.util.List;

/** What was measured, and what could not be, with the reason. */
public record Measured(List<Measurement> measurements, List<Missing> missing) {

  public Measured {
    measurements = List.copyOf(measurements);
    missing = List.copyOf(missing);
  }

  /** Collects; only within a calculation, never handed on. */
  static final class Collector {
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Missing> missing = new ArrayList<>();

    void add(Measurement measurement) {
      measurements.add(measurement);
    }

    void addAll(Measured measured) {
      measurements.addAll(measured.measurements());
      missing.addAll(measured.missing());
    }

    /** A value that is absent. */
    void miss(String metric, String reason) {
      missing.add(new Missing(metric, reason));
    }

    /** A value with its interval, or with a note in missing where it has none. */
    void add(String metric, double value, Unit unit, long n, Uncertainty uncertainty) {
      Value.Figure figure = new Value.Figure(value);
      if (uncertainty instanceof Uncertainty.Interval interval) {
        add(new Measurement(metric, figure, unit, n, interval.low(), interval.high()));
      } else if (uncertainty instanceof Uncertainty.Absent absent) {
        add(new Measurement(metric, figure, unit, n, null, null));
        miss(metric + Metrics.INTERVAL, absent.reason());
      }
    }

    Measured collected() {
      return new Measured(measurements, missing);
    }
  }
}
