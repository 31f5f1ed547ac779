package io.osdqualify.report;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics in the words of an administrator. */
final class Names {

  private static final Pattern COMMIT =
      Pattern.compile(
          "commit\\.([^.]+)(?:\\.(.+))?\\.streams-(\\d+)(?:\\.(iops|latency-(p.+|mean|max)))?");

  private static final Map<String, String> FACTS =
      Map.of(
          "plp.finding", "power-loss protection",
          "flush.latency-p50", "flush p50",
          "flush.ratio", "commits with to without flush",
          "scaling.shape", "shape of scaling",
          "target.capacity", "capacity",
          "plan.osds", "OSDs on this device",
          "endurance.life", "remaining life");

  private Names() {}

  /**
   * As {@code commits, 4 streams}: by fdatasync where nothing else is said, as BlueStore does it.
   * The metric itself where there is no better word.
   */
  static String of(String metric) {
    Matcher commit = COMMIT.matcher(metric);
    if (!commit.matches()) {
      return FACTS.getOrDefault(metric, metric);
    }
    boolean synced = !commit.group(1).equals("none");
    String operation = synced ? "commit" : "write";
    String what = commit.group(5) == null ? operation + "s" : operation + " " + commit.group(5);
    String streams = commit.group(3).equals("1") ? "1 stream" : commit.group(3) + " streams";
    String block = commit.group(2) == null ? "" : ", " + commit.group(2);
    String durability =
        switch (commit.group(1)) {
          case "fdatasync" -> "";
          case "none" -> ", no flush";
          default -> ", " + commit.group(1);
        };
    return what + ", " + streams + durability + block;
  }
}
