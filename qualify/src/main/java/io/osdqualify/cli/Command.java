package io.osdqualify.cli;

import org.apache.commons.cli.Options;

/** One command of the program. */
interface Command {

  /** Its word, as {@code run}. */
  String name();

  /** What follows the word in the usage line, as {@code TARGET --profile NAME}. */
  String usage();

  /** One line for the list of commands. */
  String summary();

  Options options();

  /**
   * Does the work.
   *
   * @return an exit code
   */
  int execute(Arguments arguments, Console console) throws Exception;
}
