package io.osdqualify.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** fio as the other measure of the same thing. */
final class Fio {

  private Fio() {}

  /**
   * One run of 4 KiB sequential direct writes, each job in a ring of its own, with the rules of
   * counting that ours has: percentiles of {@code lat} (from before the submission), all jobs
   * merged.
   */
  static Figures run(
      Path device, int jobs, long ringBytes, Duration ramp, Duration counting, List<String> options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "fio",
                "--name=against",
                "--filename=" + device,
                "--direct=1",
                "--rw=write",
                "--bs=4k",
                "--numjobs=" + jobs,
                "--size=" + ringBytes,
                "--offset_increment=" + ringBytes,
                "--time_based",
                "--ramp_time=" + ramp.toMillis() + "ms",
                "--runtime=" + counting.toMillis() + "ms",
                "--thread",
                "--group_reporting",
                "--randrepeat=0",
                "--lat_percentiles=1",
                "--clat_percentiles=0",
                "--percentile_list=50:99",
                "--output-format=json"));
    command.addAll(options);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + ":\n" + output);
    }
    return figures(output.substring(output.indexOf('{')));
  }

  private static Figures figures(String json) {
    JsonNode job = JsonMapper.shared().readTree(json).path("jobs").path(0);
    JsonNode write = job.path("write");
    JsonNode latency = write.path("lat_ns");
    return new Figures(
        write.path("iops").asDouble(),
        latency.path("percentile").path("50.000000").asDouble(),
        latency.path("percentile").path("99.000000").asDouble(),
        latency.path("mean").asDouble() + job.path("sync").path("lat_ns").path("mean").asDouble(0));
  }
}
