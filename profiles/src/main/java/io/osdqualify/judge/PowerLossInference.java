package io.osdqualify.judge;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.profile.Durability;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Infers power-loss protection by the table of domain.md §5: the first rule that fits decides. It
 * is a statement on the figures, so a loop device or a file does not make it unknown (such a target
 * makes the run inconclusive by itself); a layer whose promises can't be seen does.
 */
public final class PowerLossInference {

  /** Commits/s from which on a drive is likely protected: domain.md §3, class separator. */
  private static final double COMMITS_LIKELY = 5_000;

  /** Commits/s below which it is likely not: domain.md §5. */
  private static final double COMMITS_MISSING = 2_000;

  /** Median flush below which a drive has nothing volatile to write: domain.md §5. */
  private static final long FLUSH_LIKELY_NS = 100_000;

  /** Median flush from which on it writes its cache out: domain.md §5. */
  private static final long FLUSH_MISSING_NS = 300_000;

  /** A cache switched off that multiplies commits by this much hindered more than it helped. */
  private static final double CACHE_OFF_GAIN = 5;

  /** dsync over fdatasync from which on (or below whose inverse) the mechanisms disagree. */
  private static final double DISAGREEMENT = 5;

  /** The table's rows in their order; a rule that needs more knowledge joins here. */
  private static final List<Function<PowerLossInference, Optional<Inference>>> RULES =
      List.of(
          PowerLossInference::opaqueLayer,
          PowerLossInference::dropped,
          PowerLossInference::noFlushArrives,
          PowerLossInference::notMeasured,
          PowerLossInference::likely,
          PowerLossInference::indeterminate,
          PowerLossInference::missing);

  private final DriveView drive;
  private final CommitFigures figures;
  private final double commits;
  private final @Nullable Long flush;

  private PowerLossInference(TargetFacts target, CommitFigures figures) {
    this.drive = new DriveView(target);
    this.figures = figures;
    this.commits = figures.fdatasync() == null ? Double.NaN : figures.fdatasync();
    this.flush = figures.flushP50Ns();
  }

  /** Out of the phases of a run. */
  public static Inference of(TargetFacts target, List<Phase> phases) {
    boolean mapped =
        new Phases(phases)
            .singleStream(Durability.FDATASYNC)
            .map(phase -> phase.workload().backendUsed())
            .filter(used -> used.contains("dax"))
            .isPresent();
    return mapped
        ? Inference.of(
            PowerLoss.UNKNOWN,
            List.of("its commits were fences of the CPU, which say nothing of a drive"))
        : of(target, CommitFigures.of(phases));
  }

  /** Out of the figures. */
  public static Inference of(TargetFacts target, CommitFigures figures) {
    PowerLossInference inference = new PowerLossInference(target, figures);
    return RULES.stream()
        .flatMap(rule -> rule.apply(inference).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the table has no row for " + figures));
  }

  /** The warning that O_DSYNC and fdatasync tell different stories, with both figures. */
  public static Optional<String> disagreement(CommitFigures figures) {
    if (figures.dsync() == null || figures.fdatasync() == null) {
      return Optional.empty();
    }
    double ratio = figures.dsync() / figures.fdatasync();
    if (ratio > 1 / DISAGREEMENT && ratio < DISAGREEMENT) {
      return Optional.empty();
    }
    return Optional.of(
        "O_DSYNC and fdatasync disagree: %s against %s commits/s with one stream; BlueStore uses fdatasync"
            .formatted(Quantity.count(figures.dsync()), Quantity.count(figures.fdatasync())));
  }

  private Optional<Inference> opaqueLayer() {
    return drive.hiddenBy().flatMap(layer -> found(PowerLoss.UNKNOWN, layer));
  }

  private Optional<Inference> dropped() {
    if (!drive.writeThrough() || drive.cache() != DeviceCache.ENABLED) {
      return Optional.empty();
    }
    List<String> evidence =
        List.of("the kernel says write through, so it sends no flush", drive.cacheLine());
    Advice cure =
        new Advice(
            "let the kernel send flushes again, then measure again", drive.sendFlushesCommand());
    return Optional.of(new Inference(PowerLoss.DROPPED, evidence, "", List.of(cure)));
  }

  /**
   * No flush arrives. That is well only where the drive itself declares that nothing is volatile; a
   * cache that is merely off is judged by its figures; and where the drive says nothing (a loop
   * device set to write through), nothing can be said.
   */
  private Optional<Inference> noFlushArrives() {
    boolean none = figures.deviceFlushes() == null ? drive.writeThrough() : figures.countedNone();
    if (!none || drive.cache() == DeviceCache.DISABLED) {
      return Optional.empty();
    }
    return drive.cache() == DeviceCache.NONE
        ? found(PowerLoss.DECLARED, "no flush reaches the device", drive.cacheLine())
        : found(PowerLoss.UNKNOWN, "no flush reaches the device", drive.cacheLine());
  }

  private Optional<Inference> notMeasured() {
    if (Double.isNaN(commits)) {
      return found(PowerLoss.UNKNOWN, "commits of one stream with fdatasync were not measured");
    }
    return flush == null && commits >= COMMITS_MISSING
        ? found(PowerLoss.UNKNOWN, commitsLine(), "the flush alone was not measured")
        : Optional.empty();
  }

  private Optional<Inference> likely() {
    return commits >= COMMITS_LIKELY && flush != null && flush < FLUSH_LIKELY_NS
        ? Optional.of(Inference.of(PowerLoss.LIKELY, evidence()))
        : Optional.empty();
  }

  private Optional<Inference> indeterminate() {
    boolean flushBetween = flush != null && flush >= FLUSH_LIKELY_NS && flush < FLUSH_MISSING_NS;
    boolean commitsBetween = commits >= COMMITS_MISSING && commits < COMMITS_LIKELY;
    return flushBetween || commitsBetween
        ? Optional.of(Inference.of(PowerLoss.INDETERMINATE, evidence()))
        : Optional.empty();
  }

  private Optional<Inference> missing() {
    Double cacheOff = figures.fdatasyncCacheOff();
    if (drive.cacheMayHinder() && cacheOff != null && cacheOff >= CACHE_OFF_GAIN * commits) {
      return Optional.of(fastWithCacheOff(cacheOff));
    }
    String wait =
        flush == null
            ? ""
            : "each commit waits " + Durations.print(flush) + " for the drive's flush";
    List<Advice> advice =
        drive.cacheMayHinder()
            ? List.of(new Advice("retest with the write cache off", drive.cacheOffCommand()))
            : List.of();
    return Optional.of(new Inference(PowerLoss.MISSING, evidence(), wait, advice));
  }

  private Inference fastWithCacheOff(double cacheOff) {
    List<String> evidence = new ArrayList<>(evidence());
    evidence.add(Quantity.count(cacheOff) + " commits/s with the write cache off");
    return new Inference(
        PowerLoss.LIKELY,
        evidence,
        "",
        List.of(new Advice("run it with the write cache off", drive.cacheOffCommand())));
  }

  private List<String> evidence() {
    List<String> lines = new ArrayList<>();
    lines.add(commitsLine());
    if (flush != null) {
      lines.add("flush p50 " + Durations.print(flush));
    }
    if (figures.none() != null) {
      lines.add(Ratio.percent(commits / figures.none()) + " of the rate without flushes");
    }
    if (figures.deviceFlushes() != null) {
      lines.add(
          "%s flushes counted at the device, %s asked for"
              .formatted(
                  Quantity.count(figures.deviceFlushes()),
                  Quantity.count(figures.engineFlushes())));
    }
    lines.add(drive.cacheLine());
    return lines;
  }

  private String commitsLine() {
    return Quantity.count(commits) + " commits/s with fdatasync";
  }

  private static Optional<Inference> found(PowerLoss finding, String... evidence) {
    return Optional.of(Inference.of(finding, List.of(evidence)));
  }
}
