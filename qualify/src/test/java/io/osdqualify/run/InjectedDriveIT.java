package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.osdqualify.cli.ExitCode;
import io.osdqualify.device.SafetyGate;
import io.osdqualify.device.SettingsJournal;
import io.osdqualify.device.TargetRequest;
import io.osdqualify.device.smart.HealthReader;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.evidence.DriveFact;
import io.osdqualify.evidence.DriveHealth;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.Tool;
import io.osdqualify.evidence.Verdict;
import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.rig.BlockRig;
import io.osdqualify.workload.PhaseOutcome;
import io.osdqualify.workload.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole run that ends in PASS. No virtual target ever does, so the rig's loop device is shown to
 * the program as an NVMe drive: a sysfs tree of the test's own says so, everything else is real.
 */
class InjectedDriveIT {

  @TempDir private Path folder;

  @Test
  void aFullRunOnAGoodDrivePassesWithExitCodeZero() throws Exception {
    Optional<String> missing = BlockRig.missing();
    assumeTrue(missing.isEmpty(), () -> "no block rig: " + missing.orElse(""));
    try (BlockRig rig = BlockRig.open()) {
      Path device = rig.loop("nvme", 256, BlockRig.Cache.BACK, 512);
      Path profile = Files.writeString(folder.resolve("short.yaml"), SHORT);
      RunResult result = run(machineWith(device), device, profile);

      assertThat(result.ending()).isEqualTo(PhaseOutcome.Ending.WHOLE);
      Qualification qualification = result.qualification();
      Verdict verdict = qualification.verdict();
      assertThat(verdict).isNotNull();
      assertThat(verdict.overall()).as(verdict.reason()).isEqualTo(Outcome.PASS);
      assertThat(ExitCode.of(verdict.overall())).isZero();
      assertThat(qualification.target().serial()).isEqualTo("S4YPNX0R000001");
      assertThat(qualification.target().model()).isEqualTo("SAMSUNG MZQL2960HCJR-00A07");
      DriveHealth health = qualification.target().health();
      assertThat(health).isNotNull();
      assertThat(health.facts()).containsEntry(DriveFact.USED, 3L);
      assertThat(qualification.target().deviceCache()).isEqualTo(DeviceCache.ENABLED);
      assertThat(qualification.shortened()).isEmpty();
      assertThat(result.folder().getFileName()).hasToString("passed");
      assertThat(qualification.phases().get(1).bytes()).isEqualTo(256L << 20);
    }
  }

  /** What smartctl and nvme would say of the drive, had it been one. */
  private static CommandRunner.Result tool(List<String> command, Duration timeout) {
    return new CommandRunner.Result(
        0,
        switch (command.get(1)) {
          case "--json" -> "{\"nvme_smart_health_information_log\": {\"percentage_used\": 3}}";
          case "id-ctrl" -> "{\"vwc\": 1}";
          case "get-feature" -> "Current value:0x00000001";
          default -> "{}";
        },
        "");
  }

  /** The plan of the built-in one, with times for a test and limits that memory keeps. */
  private static final String SHORT =
      """
      schema: osd-qualify/profile/1
      name: short
      version: 1
      title: a full plan in short phases
      extends: wal+db-hdd
      phase: {ramp: 1 s, min: 5 s, max: 6 s, min-bytes: 0 B, stop-at-ci: 2 %, quick: 5 s}
      plan:
        - {probe: commit-write, durability: [none, fdatasync, dsync], block: [4 KiB], ring: 1 GiB}
        - {probe: scaling, durability: fdatasync, streams: [1, 2, osds]}
        - probe: mixed-load
          workload: wal+db
          parameters: {wal-rate: 50 /s, read-rate: 20 /s, compaction: 8 MB/s}
          phase: {min: 5 s, max: 6 s, min-bytes: 0 B}
        # Whether memory is steady depends on what else the machine does: SteadyStateIT's subject.
        - {probe: steady-state, drop: true}
      criteria:
        - {metric: commit.fdatasync.streams-1.iops, axis: commit, at-least: 100, why: "choice: a test"}
        - {metric: commit.fdatasync.streams-osds.iops, axis: scaling, at-least: 100, why: "choice: a test"}
        - {metric: commit.fdatasync.streams-osds.latency-p99, axis: tail, at-most: 500 ms, why: "choice: a test"}
        - {metric: commit.fdatasync.streams-osds.latency-p99.9, axis: tail, at-most: 900 ms, why: "choice: a test"}
        - {metric: mixed.wal+db.wal.latency-p99, axis: mixed load, at-most: 900 ms, why: "choice: a test"}
        - {id: steady-state.bandwidth, drop: true}
        - {metric: plp.finding, axis: power-loss protection, one-of: [likely, declared, indeterminate, missing, unknown], why: "choice: a test"}
      """;

  private RunResult run(HostFiles files, Path device, Path profile) throws Exception {
    Environment environment =
        new Environment(
            files,
            new SafetyGate(files, new ProcessCommandRunner(), new NativeTargetOpener()),
            NativeEngine::new,
            new SettingsJournal(files, folder.resolve("settings")),
            Clock.systemUTC(),
            new HealthReader(InjectedDriveIT::tool));
    RunRequest request =
        new RunRequest(
            TargetRequest.target(device.toString(), null, "S4YPNX0R000001"),
            ProfileLoader.load(profile),
            Tier.MINIMUM,
            4,
            Optional.empty(),
            Optional.of(folder.resolve("passed")),
            false,
            EngineRequest.USUAL,
            false,
            false,
            42);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    return new Run(environment, request, new Tool("osd-qualify", "test"), new StopSignal())
        .execute(new PrintStream(err, true, StandardCharsets.UTF_8), false, 80);
  }

  /** This machine, but for a sysfs in which the loop device is the only drive: an NVMe one. */
  private HostFiles machineWith(Path device) throws IOException {
    String number =
        Files.readString(Path.of("/sys/class/block", device.getFileName().toString(), "dev"))
            .strip();
    String sectors =
        Files.readString(Path.of("/sys/class/block", device.getFileName().toString(), "size"));
    Path root = Files.createDirectory(folder.resolve("root"));
    for (String same : new String[] {"proc", "dev", "etc", "run"}) {
      Files.createSymbolicLink(root.resolve(same), Path.of("/", same));
    }
    String drive = "devices/pci0000:00/0000:00:04.0/nvme/nvme0";
    Path node = root.resolve("sys/" + drive + "/nvme0n1");
    write(node, "dev", number + "\n");
    write(node, "size", sectors);
    write(node, "ro", "0\n");
    write(node, "removable", "0\n");
    write(node, "queue/logical_block_size", "512\n");
    write(node, "queue/physical_block_size", "4096\n");
    write(node, "queue/rotational", "0\n");
    write(node, "queue/scheduler", "[none] mq-deadline\n");
    write(node, "queue/write_cache", "write back\n");
    write(node, "queue/fua", "1\n");
    write(node, "queue/iostats", "1\n");
    Files.createDirectories(node.resolve("holders"));
    Files.createDirectories(node.resolve("slaves"));
    Path controller = root.resolve("sys/" + drive);
    write(controller, "model", "SAMSUNG MZQL2960HCJR-00A07              \n");
    write(controller, "serial", "S4YPNX0R000001      \n");
    write(controller, "firmware_rev", "GDC5602Q\n");
    write(controller, "transport", "pcie\n");
    Files.createSymbolicLink(node.resolve("device"), controller);
    link(root, "sys/dev/block/" + number, node);
    link(root, "sys/class/block/nvme0n1", node);
    link(root, "sys/block/nvme0n1", node);
    link(root, "sys/class/nvme/nvme0", controller);
    return HostFiles.under(root);
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void link(Path root, String name, Path to) throws IOException {
    Path link = root.resolve(name);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, to);
  }
}
