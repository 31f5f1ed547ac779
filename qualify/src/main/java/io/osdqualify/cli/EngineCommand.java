package io.osdqualify.cli;

import io.osdqualify.engine.Engine;
import io.osdqualify.engine.NativeEngine;
import io.osdqualify.host.HostFiles;
import java.util.function.Supplier;
import org.apache.commons.cli.Options;
import tools.jackson.databind.json.JsonMapper;

/** Tells what the engine can do on this machine, and tests it against itself. */
final class EngineCommand implements Command {

  private final Supplier<Engine> engine;

  EngineCommand() {
    this(NativeEngine::new);
  }

  EngineCommand(Supplier<Engine> engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "engine";
  }

  @Override
  public String usage() {
    return "[--json]";
  }

  @Override
  public String summary() {
    return "self-test of the engine: its ceiling, the clock, what this kernel can do";
  }

  @Override
  public Options options() {
    return new Options().addOption(Opt.flag("json", "for programs; keys carry their unit"));
  }

  @Override
  public int execute(Arguments arguments, Console console) {
    if (!arguments.positional().isEmpty()) {
      throw new UsageException("usage: osd-qualify engine " + usage());
    }
    EngineReport report = new EngineProbe(engine.get(), HostFiles.live()).report();
    if (arguments.has("json")) {
      console
          .out()
          .println(new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report));
    } else {
      new EngineText(console.out()).print(report);
    }
    return report.passed() ? ExitCode.PASS : ExitCode.RUN_FAILED;
  }
}
