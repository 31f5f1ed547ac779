package io.osdqualify.run;

import io.osdqualify.device.SafetyGate;
import io.osdqualify.engine.Engine;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * The machine that a run works on; tests put others in its place.
 *
 * @param engine made when the first phase needs it
 */
public record Environment(HostFiles files, SafetyGate gate, Supplier<Engine> engine, Clock clock) {

  /** This machine. */
  public static Environment system() {
    HostFiles files = HostFiles.live();
    return new Environment(
        files,
        new SafetyGate(files, new ProcessCommandRunner(), new NativeTargetOpener()),
        NativeEngine::new,
        Clock.systemUTC());
  }
}
