package io.osdqualify.run;

import java.nio.file.Path;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The log file of a run, through Log4j. Log4j is the largest part of the start-up, so nothing
 * touches it before a run has a folder; commands without one never do.
 */
public final class RunLog {

  /** Read by log4j2.xml. */
  private static final String FILE = "osdqualify.log";

  /** Log4j's own: it can't be started while the process is being ended by a signal. */
  private static final String SHUTDOWN_HOOK = "log4j2.shutdownHookEnabled";

  private static volatile boolean open;

  private RunLog() {}

  /** Starts logging into this file. */
  public static void open(Path file) {
    System.setProperty(FILE, file.toString());
    System.setProperty(SHUTDOWN_HOOK, "false");
    open = true;
    logger().info("log opened");
  }

  public static void info(String format, Object... values) {
    if (open) {
      logger().info(format, values);
    }
  }

  /** The trace that the user's one line leaves out. */
  public static void error(Throwable error) {
    if (open) {
      logger().error(error.getMessage(), error);
    }
  }

  /** Flushes and ends logging; Log4j's own shutdown hook is off. */
  public static void close() {
    if (open) {
      open = false;
      LogManager.shutdown();
    }
  }

  private static Logger logger() {
    return LogManager.getLogger("osd-qualify");
  }
}
