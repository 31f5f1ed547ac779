package io.osdqualify.device.smart;

import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Missing;
import io.osdqualify.host.CommandRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Asks smartctl, and for NVMe drives nvme too, what a drive says of itself. A tool that is missing,
 * hangs or prints garbage leaves a reason; nothing here fails.
 */
public final class HealthReader {

  /** A healthy drive answers within a second, one that recovers from errors within some. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final String NVME = "nvme";

  private final CommandRunner commands;

  public HealthReader(CommandRunner commands) {
    this.commands = commands;
  }

  /**
   * What a drive says.
   *
   * @param path of the drive
   * @param nvme whether it is an NVMe drive
   */
  public DriveHealth read(String path, boolean nvme) {
    DriveHealth health = smartctl(path);
    return nvme ? health.or(nvme(path)) : health;
  }

  /** The namespaces by {@code nvme list}; empty where it does not answer. */
  public List<NvmeNamespace> namespaces() {
    try {
      return NvmeNamespace.parse(run(NVME, "list", "-o", "json").output());
    } catch (IOException e) {
      return List.of();
    }
  }

  private DriveHealth smartctl(String path) {
    try {
      CommandRunner.Result result = run(SmartctlOutput.NAME, "--json", "-x", path);
      if (isUnknownOption(result)) {
        result = run(SmartctlOutput.NAME, "-x", path);
      }
      return SmartctlOutput.parse(result.output());
    } catch (IOException e) {
      return DriveHealth.unknown(SmartctlOutput.NAME, "" + e.getMessage());
    }
  }

  /** Before 7.0 smartctl has no JSON. */
  private static boolean isUnknownOption(CommandRunner.Result result) {
    return (result.output() + result.errors()).contains("UNRECOGNIZED OPTION");
  }

  private DriveHealth nvme(String path) {
    DriveHealth log = nvme("smart-log", NvmeSmartLog::parse, path);
    if (log.sources().isEmpty() && log.facts().isEmpty() && isMissing(log)) {
      return log;
    }
    DriveHealth both = log.or(nvme("id-ctrl", NvmeController::parse, path));
    return both.writeCache() == DeviceCache.UNKNOWN ? both.or(cache(path)) : both;
  }

  private static boolean isMissing(DriveHealth log) {
    return log.missing().stream().map(Missing::what).anyMatch(NVME::equals);
  }

  private DriveHealth nvme(String command, Function<String, DriveHealth> parser, String path) {
    try {
      CommandRunner.Result result = run(NVME, command, path, "-o", "json");
      String complaint = result.errors().lines().findFirst().orElse("").strip();
      return result.exitCode() != 0 && !complaint.isEmpty()
          ? DriveHealth.unknown(NVME + " " + command, complaint)
          : parser.apply(result.output());
    } catch (IOException e) {
      return DriveHealth.unknown(NVME, "" + e.getMessage());
    }
  }

  /** Asked only of a controller that has not said that it has no volatile cache. */
  private DriveHealth cache(String path) {
    try {
      DeviceCache state =
          NvmeController.cacheFeature(run(NVME, "get-feature", path, "-f", "6").output());
      DriveHealth none = DriveHealth.UNKNOWN;
      return new DriveHealth(
          none.sources(),
          null,
          null,
          null,
          null,
          state,
          none.facts(),
          null,
          none.attributes(),
          none.missing());
    } catch (IOException e) {
      return DriveHealth.unknown(NVME + " get-feature", "" + e.getMessage());
    }
  }

  private CommandRunner.Result run(String... command) throws IOException {
    return commands.run(List.of(command), TIMEOUT);
  }

  /** The tools that answered, as {@code smartctl 7.4, nvme}. */
  public static String tools(DriveHealth health) {
    return health.sources().stream()
        .map(tool -> tool.name() + (tool.version().equals("unknown") ? "" : " " + tool.version()))
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
