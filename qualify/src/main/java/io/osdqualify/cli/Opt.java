package io.osdqualify.cli;

import org.apache.commons.cli.Option;

/** Makers of options, so that all look alike. */
final class Opt {

  private Opt() {}

  static Option value(String name, String argument, String description) {
    return Option.builder().longOpt(name).hasArg().argName(argument).desc(description).get();
  }

  static Option flag(String name, String description) {
    return Option.builder().longOpt(name).desc(description).get();
  }

  static Option output() {
    return Option.builder("o")
        .longOpt("output")
        .hasArg()
        .argName("FILE")
        .desc("write there instead of standard output")
        .get();
  }

  static Option quiet() {
    return Option.builder("q").longOpt("quiet").desc("no progress on standard error").get();
  }
}
