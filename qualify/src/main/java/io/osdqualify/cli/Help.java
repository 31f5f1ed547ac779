package io.osdqualify.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.help.HelpFormatter;
import org.apache.commons.cli.help.TextHelpAppendable;

/** Help texts. */
final class Help {

  private static final int WIDTH = 100;

  private Help() {}

  static void overview(List<Command> commands, PrintStream out) {
    out.println("usage: osd-qualify COMMAND [OPTIONS]");
    out.println();
    out.println("Qualifies drives as cache devices of Ceph OSDs: WAL and DB of BlueStore.");
    out.println();
    for (Command command : commands) {
      out.printf("  %-10s %s%n", command.name(), command.summary());
    }
    out.println();
    out.println("  osd-qualify COMMAND --help   options of a command, with their defaults");
    out.println("  osd-qualify --version");
    out.println();
    out.println(
        "Exit codes: 0 PASS or MARGINAL, 1 FAIL, 2 wrong usage or profile, 3 INCONCLUSIVE,");
    out.println(
        "4 refused for safety, 5 the run failed, 70 a fault of the program, 130 interrupted.");
  }

  static void command(Command command, PrintStream out) {
    try {
      TextHelpAppendable text = new TextHelpAppendable(out);
      text.setMaxWidth(WIDTH);
      out.println("usage: osd-qualify " + command.name() + " " + command.usage());
      out.println();
      out.println(command.summary());
      List<Option> options = List.copyOf(command.options().getOptions());
      if (!options.isEmpty()) {
        out.println();
        HelpFormatter formatter =
            HelpFormatter.builder()
                .setHelpAppendable(text)
                .setShowSince(false)
                .setComparator(Comparator.comparing(option -> 0))
                .get();
        formatter.printOptions(options);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
