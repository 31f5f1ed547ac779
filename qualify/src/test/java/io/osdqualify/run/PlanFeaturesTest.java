package io.osdqualify.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.device.SafetyGate;
import io.osdqualify.device.SettingsJournal;
import io.osdqualify.device.TargetRequest;
import io.osdqualify.device.smart.HealthReader;
import io.osdqualify.engine.EngineException;
import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.evidence.Tool;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.workload.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan asks the engine what this kernel has, and says where it can't. */
class PlanFeaturesTest {

  @TempDir private Path folder;

  @Test
  void aPlanWithoutAnEngineIsStillAPlanAndSaysSo() throws Exception {
    HostFiles files = HostFiles.live();
    Environment environment =
        new Environment(
            files,
            new SafetyGate(files, new ProcessCommandRunner(), new NativeTargetOpener()),
            () -> {
              throw new EngineException("liboq_engine.so is not there");
            },
            new SettingsJournal(files, folder.resolve("settings")),
            Clock.systemUTC(),
            new HealthReader(new ProcessCommandRunner()));
    RunRequest request =
        new RunRequest(
            TargetRequest.scratch(folder.toString(), 64L << 20),
            ProfileLoader.builtIn("wal-hdd"),
            Tier.MINIMUM,
            1,
            Optional.empty(),
            Optional.empty(),
            true,
            EngineRequest.USUAL,
            false,
            false,
            1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Run run = new Run(environment, request, new Tool("osd-qualify", "test"), new StopSignal());
    assertThat(run.plan(new PrintStream(out, true, StandardCharsets.UTF_8))).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Note: the engine can't be loaded here, so a run can't begin")
        .contains("liboq_engine.so is not there")
        .contains("commit.fdatasync.streams-1");
  }
}
