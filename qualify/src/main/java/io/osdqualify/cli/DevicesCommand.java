package io.osdqualify.cli;

import io.osdqualify.device.DriveListing;
import io.osdqualify.device.Inventory;
import io.osdqualify.device.SafetyGate;
import io.osdqualify.engine.NativeTargetOpener;
import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.HostFiles;
import io.osdqualify.host.ProcessCommandRunner;
import java.io.IOException;
import java.util.List;
import org.apache.commons.cli.Options;
import tools.jackson.databind.json.JsonMapper;

/** Lists the drives of this machine, and says which may be tested and why not. */
final class DevicesCommand implements Command {

  /** Where the drives come from; tests put others in its place. */
  interface Drives {
    List<DriveListing> read() throws IOException;
  }

  private final Drives drives;

  DevicesCommand() {
    this(DevicesCommand::ofThisMachine);
  }

  DevicesCommand(Drives drives) {
    this.drives = drives;
  }

  private static List<DriveListing> ofThisMachine() throws IOException {
    HostFiles files = HostFiles.live();
    CommandRunner commands = new ProcessCommandRunner();
    SafetyGate gate = new SafetyGate(files, commands, new NativeTargetOpener());
    return new Inventory(files, commands, gate).read();
  }

  @Override
  public String name() {
    return "devices";
  }

  @Override
  public String usage() {
    return "[--json]";
  }

  @Override
  public String summary() {
    return "the drives here: identity, cache, wear, who uses them, may they be tested";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(Opt.flag("json", "for programs; the form is in docs/devices.schema.json"));
  }

  @Override
  public int execute(Arguments arguments, Console console) throws IOException {
    if (!arguments.positional().isEmpty()) {
      throw new UsageException("usage: osd-qualify devices " + usage());
    }
    DevicesReport report = DevicesReport.of(drives.read());
    if (arguments.has("json")) {
      console
          .out()
          .println(new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report));
    } else {
      new DevicesText(console).print(report);
    }
    return ExitCode.PASS;
  }
}
