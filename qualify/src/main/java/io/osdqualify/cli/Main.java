package io.osdqualify.cli;

import io.osdqualify.device.SafetyRefusal;
import io.osdqualify.device.TargetUsageException;
import io.osdqualify.engine.EngineException;
import io.osdqualify.evidence.ResultException;
import io.osdqualify.profile.ProfileException;
import io.osdqualify.quantity.Suggest;
import io.osdqualify.run.ResumeException;
import io.osdqualify.run.RunLog;
import io.osdqualify.workload.ImpossibleWorkloadException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/** The program: finds the command, runs it, turns every error into one line and an exit code. */
public final class Main {

  private static final List<Command> COMMANDS =
      List.of(
          new RunCommand(),
          new ReportCommand(),
          new ProfilesCommand(),
          new DevicesCommand(),
          new EngineCommand());

  private Main() {}

  /** Entry point of the launcher. */
  public static void main(String[] args) {
    Console console = Console.system(System.getenv());
    System.exit(flushed(run(List.of(args), console), console));
  }

  /**
   * The exit code, once all output is out: a report that was lost, on a full disk or into a closed
   * pipe, must not look like one that was printed.
   */
  static int flushed(int code, Console console) {
    console.err().flush();
    if (!console.out().checkError()) {
      return code;
    }
    int lost = code == ExitCode.PASS ? ExitCode.RUN_FAILED : code;
    return complain(console, "standard output could not be written whole", lost);
  }

  /** Runs a command line; never throws. */
  public static int run(List<String> words, Console console) {
    try {
      return dispatch(words, console);
    } catch (ProfileException e) {
      e.problems().forEach(problem -> console.err().println(problem));
      return ExitCode.USAGE;
    } catch (UsageException
        | TargetUsageException
        | ResultException
        | ResumeException
        | ImpossibleWorkloadException e) {
      return complain(console, String.valueOf(e.getMessage()), ExitCode.USAGE);
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      return complain(console, describe(e), ExitCode.USAGE);
    } catch (SafetyRefusal e) {
      return complain(console, "refused: " + e.getMessage(), ExitCode.REFUSED);
    } catch (EngineException | IOException e) {
      RunLog.error(e);
      return complain(console, describe(e), ExitCode.RUN_FAILED);
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
      RunLog.error(e);
      return complain(console, fault(e), ExitCode.FAULT);
    }
  }

  private static int dispatch(List<String> words, Console console) throws Exception {
    if (words.isEmpty() || isHelp(words.get(0))) {
      Help.overview(COMMANDS, words.isEmpty() ? console.err() : console.out());
      return words.isEmpty() ? ExitCode.USAGE : ExitCode.PASS;
    }
    if (words.get(0).equals("--version")) {
      console.out().println("osd-qualify " + Version.text());
      return ExitCode.PASS;
    }
    Command command = find(words.get(0));
    List<String> rest = new ArrayList<>(words.subList(1, words.size()));
    if (rest.stream().takeWhile(word -> !word.equals("--")).anyMatch(Main::isHelp)) {
      Help.command(command, console.out());
      return ExitCode.PASS;
    }
    return command.execute(Arguments.parse(command, rest), console);
  }

  private static boolean isHelp(String word) {
    return word.equals("--help") || word.equals("-h") || word.equals("help");
  }

  private static Command find(String word) {
    List<String> names = COMMANDS.stream().map(Command::name).toList();
    return COMMANDS.stream()
        .filter(command -> command.name().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown command "
                        + word
                        + Suggest.question(word, names)
                        + "; 'osd-qualify --help' lists them"));
  }

  private static int complain(Console console, String message, int code) {
    console.err().println("osd-qualify: " + message);
    return code;
  }

  private static String describe(Exception e) {
    return e instanceof FileSystemException file
        ? file.getFile() + ": " + reason(file)
        : String.valueOf(e.getMessage());
  }

  private static String reason(FileSystemException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
  }

  private static String fault(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    String where = trace.length > 0 ? " at " + trace[0] : "";
    return "a fault of the program: " + e + where + "; please report it with this line";
  }
}
