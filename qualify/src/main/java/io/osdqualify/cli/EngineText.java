package io.osdqualify.cli;

import io.osdqualify.cli.EngineReport.Check;
import io.osdqualify.cli.EngineReport.Features;
import io.osdqualify.cli.EngineReport.Refusal;
import io.osdqualify.evidence.EngineFacts.Ceiling;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.quantity.Durations;
import io.osdqualify.quantity.Quantity;
import io.osdqualify.quantity.Unit;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints {@link EngineReport} for people. */
record EngineText(PrintStream out) {

  void print(EngineReport report) {
    features(report);
    out.println();
    ceilings(report);
    out.println();
    selfTest(report);
  }

  private void features(EngineReport report) {
    Features features = report.features();
    row("kernel", features.kernel() == null ? "unknown" : features.kernel());
    row("io_uring", available(features.ioUringFlags(), features.ioUringRefused()));
    row("libaio", available(List.of(), features.libaioRefused()));
    row("RWF_DSYNC", features.rwfDsync() ? "yes" : "no");
    row(
        "pmem",
        features.pmemMethods().isEmpty()
            ? "no: this CPU has no instruction to write its caches back"
            : String.join(", ", features.pmemMethods()));
    Long locked = features.lockedMemoryBytes();
    row("locked memory", locked == null ? "no limit" : Bytes.print(locked) + " at most");
    String source = report.clock().source();
    row(
        "clock",
        (source == null ? "unknown source" : source)
            + ", "
            + Durations.print(report.clock().costNs())
            + " a reading");
  }

  private static String available(List<String> flags, @Nullable String refused) {
    if (refused != null) {
      return "no: " + refused;
    }
    return flags.isEmpty() ? "yes" : "yes: " + String.join(", ", flags);
  }

  private void row(String name, String value) {
    out.printf("%-14s %s%n", name, value);
  }

  private void ceilings(EngineReport report) {
    out.println("Ceiling of one thread: 4 KiB writes");
    out.printf("%-10s %5s %16s %14s  %s%n", "backend", "depth", "per s", "CPU each", "on");
    for (Ceiling ceiling : report.ceilings()) {
      out.printf(
          "%-10s %5d %16s %14s  %s%n",
          ceiling.backend(),
          ceiling.depth(),
          Quantity.print(Math.rint(ceiling.iops()), Unit.PER_SECOND),
          Durations.print(ceiling.cpuNs()),
          ceiling.target());
    }
    for (Refusal refusal : report.refused()) {
      out.printf("%-10s %5d  %s%n", refusal.backend(), refusal.depth(), refusal.reason());
    }
  }

  private void selfTest(EngineReport report) {
    out.println("Self-test: the engine against a device made of a clock");
    int width = report.selfTest().stream().mapToInt(c -> c.check().length()).max().orElse(0);
    String row = "%-" + Math.max(width, 5) + "s %16s %16s %14s  %s%n";
    out.printf(row, "check", "expected", "measured", "tolerance", "ok");
    for (Check check : report.selfTest()) {
      out.printf(
          row,
          check.check(),
          figure(check.expected(), check.unit()),
          figure(check.measured(), check.unit()),
          figure(check.tolerance(), check.unit()),
          check.passed() ? "ok" : "FAILED");
    }
    long failed = report.selfTest().stream().filter(check -> !check.passed()).count();
    out.println(
        report.passed()
            ? "The self-test passed."
            : "The self-test FAILED: " + failed + " of " + report.selfTest().size() + " checks.");
  }

  /** Not rounded: what is compared must be seen; beyond a thousand whole numbers do. */
  private static String figure(double value, String unit) {
    String number =
        value == Math.rint(value) || Math.abs(value) >= 1000
            ? Quantity.count(Math.rint(value))
            : String.format(Locale.ROOT, "%.4g", value);
    return unit.equals("1") ? number : number + " " + unit;
  }
}
