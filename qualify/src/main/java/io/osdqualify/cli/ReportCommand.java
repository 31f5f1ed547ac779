package io.osdqualify.cli;

import io.osdqualify.evidence.Qualification;
import io.osdqualify.evidence.ResultJson;
import io.osdqualify.report.Format;
import java.util.List;
import org.apache.commons.cli.Options;

/** Prints a stored result. */
final class ReportCommand implements Command {

  private static final Format DEFAULT_FORMAT = Format.TERMINAL;

  @Override
  public String name() {
    return "report";
  }

  @Override
  public String usage() {
    return "RESULT [--format FORMAT] [-o FILE]";
  }

  @Override
  public String summary() {
    return "print a stored result; RESULT is a run's folder or its result.json";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(
            Opt.value("format", "FORMAT", "terminal or json; default " + DEFAULT_FORMAT.key()))
        .addOption(Opt.output());
  }

  @Override
  public int execute(Arguments arguments, Console console) throws Exception {
    Qualification result = ResultJson.read(ResultFiles.locate(arguments.single("RESULT")));
    Format format =
        arguments.choice("format", List.of(Format.values()), Format::key).orElse(DEFAULT_FORMAT);
    Output.write(result, format, arguments.text("output"), console);
    return ExitCode.PASS;
  }
}
