package io.osdqualify.engine;

/** When operations start. */
public sealed interface Arrival {

  /** OQ_MAX_RATE. */
  double HIGHEST_RATE = 1e9;

  /** The next one when one has ended: always as many in flight as the depth. */
  record Closed() implements Arrival {}

  /** Open loop: one each 1/rate seconds, however long the others take. */
  record Fixed(double perSecond) implements Arrival {
    public Fixed {
      check(perSecond);
    }
  }

  /** Open loop: intervals with an exponential distribution. */
  record Poisson(double perSecond) implements Arrival {
    public Poisson {
      check(perSecond);
    }
  }

  /** Closed loop. */
  static Arrival closed() {
    return new Closed();
  }

  /** Open loop at even intervals. */
  static Arrival fixed(double perSecond) {
    return new Fixed(perSecond);
  }

  /** Open loop at random intervals. */
  static Arrival poisson(double perSecond) {
    return new Poisson(perSecond);
  }

  /** Whether operations start by a schedule; then they have a response latency. */
  default boolean isOpen() {
    return !(this instanceof Closed);
  }

  /** Operations per second of a schedule; 0 in closed loop. */
  default double rate() {
    if (this instanceof Fixed fixed) {
      return fixed.perSecond();
    }
    return this instanceof Poisson poisson ? poisson.perSecond() : 0;
  }

  /** The word in results. */
  default String key() {
    if (this instanceof Fixed) {
      return "fixed";
    }
    return isOpen() ? "poisson" : "closed";
  }

  private static void check(double perSecond) {
    if (!(perSecond > 0 && perSecond <= HIGHEST_RATE)) {
      throw new IllegalArgumentException("a rate is above 0 to 1e9 per second, not " + perSecond);
    }
  }
}
