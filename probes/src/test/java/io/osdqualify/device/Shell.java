package io.osdqualify.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Runs lines of shell for tests on real devices. */
final class Shell {

  private Shell() {}

  /** Runs a script; its output, or an error with everything it printed. */
  static String run(String script) {
    try {
      Process process =
          new ProcessBuilder("/bin/bash", "-c", "export PATH=$PATH:/usr/sbin:/sbin\n" + script)
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(script + "\nfailed:\n" + output);
      }
      return output.strip();
    } catch (IOException e) {
      throw new IllegalStateException(script, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(script, e);
    }
  }

  /** Whether a script ends with 0. */
  static boolean works(String script) {
    try {
      run(script);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
