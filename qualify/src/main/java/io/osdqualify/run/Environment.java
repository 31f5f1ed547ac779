package io.osdqualify.run;

import io.osdqualify.device.SafetyGate;
import io.osdqualify.device.SettingsJournal;
import io.osdqualify.device.smart.HealthReader;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * The machine that a run works on; tests put others in its place.
 *
 * @param engine made when the first phase needs it
 * @param settings what was changed of drives and has to be put back
 * @param health asks drives what they say of themselves
 */
public record Environment(
    HostFiles files,
    SafetyGate gate,
    Supplier<Engine> engine,
    SettingsJournal settings,
    Clock clock,
    HealthReader health) {

  /** Set by the launcher. */
  private static final String STATE = "osdqualify.state";

  /** This machine. */
  public static Environment system() {
    HostFiles files = HostFiles.live();
    return new Environment(
        files,
        new SafetyGate(files, new ProcessCommandRunner(), new NativeTargetOpener()),
        NativeEngine::new,
        new SettingsJournal(files, state().resolve("settings")),
        Clock.systemUTC(),
        new HealthReader(new ProcessCommandRunner()));
  }

  private static Path state() {
    String folder = System.getProperty(STATE);
    return Path.of(folder == null ? System.getProperty("java.io.tmpdir", "/tmp") : folder);
  }
}
