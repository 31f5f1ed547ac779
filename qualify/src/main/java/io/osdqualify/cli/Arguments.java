package io.osdqualify.cli;

import io.osdqualify.quantity.Suggest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;

/** The words behind a command, parsed; every mistake is a {@link UsageException}. */
final class Arguments {

  private final String command;
  private final CommandLine line;

  private Arguments(String command, CommandLine line) {
    this.command = command;
    this.line = line;
  }

  static Arguments parse(Command command, List<String> words) {
    Options options = command.options();
    try {
      CommandLine line =
          DefaultParser.builder()
              .setAllowPartialMatching(false)
              .get()
              .parse(options, words.toArray(String[]::new));
      refuseRepeated(line);
      return new Arguments(command.name(), line);
    } catch (UnrecognizedOptionException e) {
      throw new UsageException(unknown(command, e.getOption()));
    } catch (MissingArgumentException e) {
      throw new UsageException("--" + e.getOption().getLongOpt() + " needs a value");
    } catch (ParseException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static String unknown(Command command, String option) {
    String word = option.replaceFirst("=.*", "");
    List<String> known =
        command.options().getOptions().stream().map(o -> "--" + o.getLongOpt()).toList();
    return "unknown option "
        + word
        + Suggest.question(word, known)
        + "; 'osd-qualify "
        + command.name()
        + " --help' lists them";
  }

  private static void refuseRepeated(CommandLine line) {
    List<String> seen = new java.util.ArrayList<>();
    for (Option option : line.getOptions()) {
      if (seen.contains(option.getLongOpt())) {
        throw new UsageException("--" + option.getLongOpt() + " is given twice");
      }
      seen.add(option.getLongOpt());
    }
  }

  /** The words that are no options. */
  List<String> positional() {
    return line.getArgList();
  }

  /** The only positional word. */
  String single(String what) {
    List<String> words = optionalSingle(what).map(List::of).orElse(List.of());
    if (words.isEmpty()) {
      throw new UsageException(
          what + " is missing; 'osd-qualify " + command + " --help' shows the usage");
    }
    return words.get(0);
  }

  /** The only positional word, if any. */
  Optional<String> optionalSingle(String what) {
    List<String> words = positional();
    if (words.size() > 1) {
      throw new UsageException("one " + what + " is expected, not " + words);
    }
    return words.stream().findFirst();
  }

  boolean has(String option) {
    return line.hasOption(option);
  }

  Optional<String> text(String option) {
    return Optional.ofNullable(line.getOptionValue(option));
  }

  /** The value of an option that must be there. */
  String required(String option) {
    return text(option)
        .orElseThrow(
            () ->
                new UsageException(
                    "--"
                        + option
                        + " is missing; 'osd-qualify "
                        + command
                        + " --help' shows the usage"));
  }

  /** An option read by a parser whose IllegalArgumentException says what is wrong. */
  <T> Optional<T> read(String option, Function<String, T> parser) {
    return text(option)
        .map(
            value -> {
              try {
                return parser.apply(value);
              } catch (IllegalArgumentException e) {
                throw new UsageException("--" + option + " " + value + ": " + e.getMessage());
              }
            });
  }

  /** A whole number within bounds. */
  Optional<Long> number(String option, long low, long high) {
    return read(
        option,
        value -> {
          long number;
          try {
            number = Long.parseLong(value);
          } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a whole number is expected");
          }
          if (number < low || number > high) {
            throw new IllegalArgumentException("a number from " + low + " to " + high);
          }
          return number;
        });
  }

  /** One word out of a choice. */
  <T> Optional<T> choice(String option, List<T> values, Function<T, String> key) {
    return read(
        option,
        word ->
            values.stream()
                .filter(value -> key.apply(value).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(oneOf(word, values, key))));
  }

  private static <T> String oneOf(String word, List<T> values, Function<T, String> key) {
    List<String> keys = values.stream().map(key).toList();
    return "one of " + String.join(", ", keys) + Suggest.question(word, keys);
  }
}
