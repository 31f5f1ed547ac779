package io.osdqualify.profile;

import io.osdqualify.quantity.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Loops that are repeated until they are steady (SNIA PTS 2.0.2): one pass of all cells is a round.
 */
public enum LoopKind {
  /** One cell, as a profile says. */
  STEADY_STATE("steady-state", "steady-state", Quantity.BANDWIDTH),
  /** Seven mixes by eight sizes; tracked are the three that PTS names. */
  IOPS("snia-iops", "snia.iops", Quantity.RATE),
  /** Three mixes by three sizes, one operation at a time; tracked is the mean of 4 KiB writes. */
  LATENCY("snia-latency", "snia.latency", Quantity.MEAN),
  /** Sequential; tracked are the writes of 1 MiB: a choice. */
  THROUGHPUT("snia-throughput", "snia.throughput", Quantity.BANDWIDTH);

  /** What is tracked of a cell. */
  public enum Quantity {
    RATE(Metrics.RATE, Unit.PER_SECOND),
    BANDWIDTH(Metrics.BANDWIDTH, Unit.BYTES_PER_SECOND),
    MEAN(Metrics.MEAN, Unit.NANOSECONDS);

    private final String ending;
    private final Unit unit;

    Quantity(String ending, Unit unit) {
      this.ending = ending;
      this.unit = unit;
    }

    /** How metrics of it end. */
    public String ending() {
      return ending;
    }

    public Unit unit() {
      return unit;
    }
  }

  /** Ends the name of whether the steady state was reached, as a word. */
  public static final String REACHED = ".reached";

  /** Ends the name of whether it was left again, as a word. */
  public static final String LEFT = ".left";

  /** Ends the name of how many rounds there were. */
  public static final String ROUNDS = ".rounds";

  /** What a window comes to, each before the ending of the tracked quantity. */
  public static final List<String> WINDOW =
      List.of(
          ".range", ".range-allowed", ".slope", ".slope-excursion", ".slope-allowed", ".intercept");

  private final String probe;
  private final String prefix;
  private final Quantity quantity;

  LoopKind(String probe, String prefix, Quantity quantity) {
    this.probe = probe;
    this.prefix = prefix;
    this.quantity = quantity;
  }

  /** By the name of the probe; empty for another one. */
  public static Optional<LoopKind> of(String probe) {
    return Arrays.stream(values()).filter(kind -> kind.probe.equals(probe)).findFirst();
  }

  public String probe() {
    return probe;
  }

  /** What the names of its phases and metrics begin with. */
  public String prefix() {
    return prefix;
  }

  public Quantity quantity() {
    return quantity;
  }

  /**
   * Whether a cell decides when the loop is steady.
   *
   * @param cell its key; empty for the only one
   */
  public boolean tracks(String cell) {
    return switch (this) {
      case STEADY_STATE -> cell.isEmpty();
      case IOPS -> List.of("r0-4KiB", "r65-64KiB", "r100-1024KiB").contains(cell);
      case LATENCY -> cell.equals("r0-4KiB");
      case THROUGHPUT -> cell.equals("r0-1024KiB");
    };
  }

  /** What the names of all rounds begin with. */
  public String rounds() {
    return prefix + ".round";
  }

  /** What the names of the rounds after the steady state begin with. */
  public String holds() {
    return prefix + ".hold";
  }

  /** What the metrics of a cell begin with. */
  public String of(LoopCell cell) {
    return metrics(cell.key());
  }

  /** What the metrics of a cell begin with. */
  public String metrics(String cell) {
    return cell.isEmpty() ? prefix : prefix + "." + cell;
  }
}
