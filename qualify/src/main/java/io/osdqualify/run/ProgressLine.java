package io.osdqualify.run;

import io.osdqualify.evidence.Phase;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import io.osdqualify.workload.PhaseListener;
import io.osdqualify.workload.PhasePlan;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Progress on standard error: one redrawn line on a terminal, a line a phase otherwise. Shows the
 * phase, IOPS and p99 now, bytes written and the time left.
 */
final class ProgressLine implements PhaseListener {

  /** An operation that is in flight for longer is worth a word. */
  private static final double STUCK_SECONDS = 2;

  private static final String CLEAR_TO_END = "\u001b[K";

  private final PrintStream err;
  private final boolean redraw;
  private final int width;
  private final List<Forecast> plan;
  private int index;

  /**
   * Age of a stuck operation at which the next line says so; doubles, so that a log stays short.
   */
  private double nextStuckLine = STUCK_SECONDS;

  /** The longest age of what is stuck now; 0 where nothing is. */
  private double stuckSeconds;

  ProgressLine(PrintStream err, boolean redraw, int width, List<Forecast> plan) {
    this.err = err;
    this.redraw = redraw;
    this.width = width;
    this.plan = plan;
  }

  @Override
  public void started(PhasePlan phase) {
    index = indexOf(phase.name());
    nextStuckLine = STUCK_SECONDS;
    stuckSeconds = 0;
    if (redraw) {
      draw(head(phase) + " starting");
    }
  }

  @Override
  public void progress(PhasePlan phase, Progress progress) {
    boolean stuck = progress.stuckSeconds() >= STUCK_SECONDS;
    if (!stuck && stuckSeconds > 0) {
      keep(head(phase) + " " + back());
      nextStuckLine = STUCK_SECONDS;
    }
    stuckSeconds = stuck ? progress.stuckSeconds() : 0;
    if (redraw) {
      draw(head(phase) + " " + now(phase, progress));
    } else if (progress.stuckSeconds() >= nextStuckLine) {
      err.println(head(phase) + " " + stuck(progress));
      nextStuckLine = 2 * progress.stuckSeconds();
    }
  }

  /** A phase has ended and is stored. */
  void ended(PhasePlan plan, Phase phase) {
    String line =
        String.format(
            Locale.ROOT,
            "%s %s%s, %s in %.1f s",
            head(plan),
            rate(judgedRate(phase)),
            p99(phase),
            Bytes.print(phase.bytes()),
            phase.durationSeconds());
    keep(line);
  }

  /** Tells the user something. */
  void say(String line) {
    keep("osd-qualify: " + line);
  }

  /** A line that stays. */
  private void keep(String line) {
    if (redraw) {
      err.print("\r" + cut(line) + CLEAR_TO_END + "\n");
    } else {
      err.println(line);
    }
    err.flush();
  }

  /** Where a phase stands in the plan; where several could be meant, it is the latest. */
  private int indexOf(String name) {
    int found = index;
    for (int i = 0; i < plan.size(); i++) {
      if (plan.get(i).announced().covers(name)) {
        found = i;
      }
    }
    return found;
  }

  private static double judgedRate(Phase phase) {
    return phase.durationSeconds() > 0 ? phase.judged().operations() / phase.durationSeconds() : 0;
  }

  private String p99(Phase phase) {
    var histogram = phase.judged().latency().get(phase.judged().judgedKind());
    Long p99 = histogram == null ? null : histogram.percentile(99);
    return p99 == null ? "" : ", p99 " + Durations.print((double) p99);
  }

  private String head(PhasePlan phase) {
    return "[" + (index + 1) + "/" + plan.size() + "] " + phase.name();
  }

  private String now(PhasePlan phase, Progress progress) {
    if (progress.stuckSeconds() >= STUCK_SECONDS) {
      return stuck(progress);
    }
    String p99 =
        progress.p99Ns() == null ? "" : ", p99 " + Durations.print((double) progress.p99Ns());
    return String.format(
        Locale.ROOT,
        "%s%s%s, %s written, %s left",
        progress.ramping() ? "ramp, " : "",
        rate(progress.operationsPerSecond()),
        p99,
        Bytes.print(progress.bytesWritten()),
        left(phase, progress));
  }

  private static String stuck(Progress progress) {
    return String.format(
        Locale.ROOT, "the device has not answered for %.0f s", progress.stuckSeconds());
  }

  /** Polled once a second: it may have been a second more. */
  private String back() {
    return String.format(
        Locale.ROOT, "the device answers again, after at least %.0f s", stuckSeconds);
  }

  /** Time left of the whole run, as the plan expects it: some phases may take longer. */
  private String left(PhasePlan phase, Progress progress) {
    double rest = Forecast.seconds(plan.subList(index + 1, plan.size()));
    double here = plan.get(index).expectedSeconds();
    if (phase.endsByVolume() && progress.bytesWritten() > 0 && progress.elapsedSeconds() > 0) {
      double share = (double) progress.bytesWritten() / phase.workload().maxBytes();
      here = progress.elapsedSeconds() / share;
    }
    double ramp = progress.ramping() ? 0 : phase.workload().ramp().toMillis() / 1e3;
    double seconds = rest + Math.max(0, here - ramp - progress.elapsedSeconds());
    return "~" + Durations.print(Duration.ofSeconds(Math.round(seconds)));
  }

  private static String rate(double perSecond) {
    return Quantity.print(Math.rint(perSecond), Unit.PER_SECOND);
  }

  private void draw(String text) {
    err.print("\r" + cut(text) + CLEAR_TO_END);
    err.flush();
  }

  private String cut(String text) {
    return text.length() < width ? text : text.substring(0, width - 1);
  }
}
