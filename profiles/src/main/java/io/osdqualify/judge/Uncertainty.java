package io.osdqualify.judge;

/** How sure a measured value is: a 95 % interval, or the reason why none can be given. */
public sealed interface Uncertainty {

  /** A 95 % confidence interval, in the unit of the value; {@code low <= high}. */
  record Interval(double low, double high) implements Uncertainty {
    public Interval {
      if (!(low <= high)) {
        throw new IllegalArgumentException("an interval goes upwards: " + low + " … " + high);
      }
    }

    public double halfWidth() {
      return (high - low) / 2;
    }
  }

  /** No interval, and why, in words for the reader. */
  record Absent(String reason) implements Uncertainty {}
}
